"""The types of what templates read, as they follow from the annotations of the pages' structs. No test is here.

A template is gone through as it would be printed, with types in place of values: in `for seat in game.seats` a seat is
what `seats` is annotated to hold. Both ways of an `if` are taken, and nothing is ever None.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from inspect import isfunction
from types import NoneType, UnionType
from typing import Any, ClassVar, Never, Union, get_args, get_origin, get_type_hints

from jinja2 import nodes
from jinja2.runtime import LoopContext, TemplateReference
from markupsafe import Markup

from genetess_cli.rules import RULESETS, ruleset
from genetess_cli.site import build
from genetess_cli.site.pages.page import Page, PageRenderer, Printed, Site

Type = Any
"""A type, as annotations have it."""
Names = dict[str, Type]


class Macro:
    """A macro, with the names that it can see."""

    def __init__(self, node: nodes.Macro, names: Names, template: str) -> None:
        self.node, self.names, self.template = node, names, template


def pages() -> list[type[Printed]]:
    """Every kind of page, and of other file that a template prints."""
    assert callable(build.build)  # its module loads all that have some
    own = (kind for kind in _below(Printed) if kind.__module__.startswith("genetess_cli."))
    return sorted((kind for kind in own if hasattr(kind, "TEMPLATE")), key=lambda kind: kind.__name__)


def _below(kind: type[Printed]) -> Iterator[type[Printed]]:
    for below in kind.__subclasses__():
        yield below
        yield from _below(below)


def _of(generic: Any, *kinds: Any) -> Type:
    """A generic type of some types, or of `...` and what calling it gives."""
    return generic[kinds[0] if len(kinds) == 1 else kinds]


def _kind(value: object) -> Type:
    """The type of what the site has for all its pages: names by names, a text, or things of one kind."""
    if isinstance(value, Mapping):
        return Mapping[str, str]
    return str if value is None else type(value)


def _members(kind: Type) -> list[Type]:
    """The types of a union, without None."""
    if _origin(kind) in (Union, UnionType):
        return [each for part in get_args(kind) for each in _members(part)]
    return [] if kind in (None, NoneType, Never) else [kind]


def _union(kinds: Iterable[Type]) -> Type:
    found: list[Type] = []
    for kind in kinds:
        found += [each for each in _members(kind) if each not in found]
    if not found:
        return Never
    if Any in found:
        return Any
    return found[0] if len(found) == 1 else Union[tuple(found)]  # noqa: UP007


def _origin(kind: Type) -> Any:
    origin: Any = get_origin(kind)
    return kind if origin is None else origin


def _is(kind: Type, above: type) -> bool:
    found = _origin(kind)
    return isinstance(found, type) and issubclass(found, above)


def items_of(kind: Type) -> Type:
    """What comes of going through a value."""
    found = []
    for each in _members(kind):
        args = get_args(each)
        if each is Any or not args:
            found.append(str if _is(each, str) and each is not Any else Any)
        elif _is(each, tuple):
            found += [part for part in args if part is not Ellipsis]
        else:
            found.append(args[0])
    return _union(found)


def parts_of(kind: Type, count: int) -> list[Type]:
    """What the names of `for a, b in …` are."""
    args = [part for each in _members(kind) if _is(each, tuple) for part in get_args(each)]
    if len(args) == count:
        return args
    return [Any if _members(kind) else Never] * count


class Reader:
    """Reads templates; gathers what is not there, and what is of no type."""

    def __init__(self) -> None:
        self._templates = PageRenderer(Site("The Test League"))._templates
        assert self._templates.loader
        self.templates = {*self._templates.loader.list_templates()}
        self.faults: set[str] = set()
        self.untyped: set[str] = set()
        self.typed = 0
        self.seen: set[str] = set()
        self._trees: dict[str, nodes.Template] = {}
        self._game = ""  # the template of a game that is read, if one is
        self._done: set[tuple[object, ...]] = set()
        hints = {name: _result(kind.fget) for name, kind in vars(Site).items() if isinstance(kind, property)}
        self._names: Names = get_type_hints(Site) | hints
        for name, value in self._templates.globals.items():
            self._names.setdefault(
                name, _of(Callable, ..., _result(value)) if callable(value) else _kind(value)
            )
        self._names |= {"loop": LoopContext, "self": TemplateReference}
        self._names |= dict.fromkeys(("super", "caller"), _of(Callable, ..., Markup))

    def read(self, page: type[Printed]) -> None:
        fields = {name: kind for name, kind in _hints(page).items() if _origin(kind) is not ClassVar}
        names = self._names | fields | dict.fromkeys(("rules", "titles"), Mapping[str, str])
        if issubclass(page, Page):
            names["root"] = str
        self._template(page.TEMPLATE, names, {})

    def _template(self, name: str, names: Names, blocks: dict[str, tuple[nodes.Block, str]]) -> None:
        key = (name, *sorted((each, str(kind)) for each, kind in names.items()), *map(id, blocks.values()))
        if key in self._done:
            return
        self._done.add(key)
        self.seen.add(name)
        tree = self._parse(name)
        names = dict(names)
        own = {block.name: (block, name) for block in tree.find_all(nodes.Block)}
        blocks = own | blocks
        above = tree.find(nodes.Extends)
        if above is None:
            self._body(tree.body, names, name, blocks)
            return
        for node in tree.body:
            if not isinstance(node, (nodes.Extends, nodes.Block)):
                self._statement(node, names, name, blocks)
        for frame in self._texts(above.template, names, name):
            self._template(frame, names, blocks)
        for block, where in blocks.values():  # one that calls super(), or that only another frame has
            self._body(block.body, dict(names), where, blocks)

    def _parse(self, name: str) -> nodes.Template:
        if name not in self._trees:
            assert self._templates.loader
            source = self._templates.loader.get_source(self._templates, name)[0]
            self._trees[name] = self._templates.parse(source)
        return self._trees[name]

    def _body(
        self, body: Iterable[nodes.Node], names: Names, where: str, blocks: dict[str, tuple[nodes.Block, str]]
    ) -> None:
        for node in body:
            self._statement(node, names, where, blocks)

    def _statement(
        self, node: nodes.Node, names: Names, where: str, blocks: dict[str, tuple[nodes.Block, str]]
    ) -> None:
        match node:
            case nodes.Output():
                for each in node.nodes:
                    self._type(each, names, where)
            case nodes.If():
                self._if(node, names, where, blocks)
            case nodes.For():
                inner = dict(names)
                self._bind(node.target, items_of(self._type(node.iter, names, where)), inner)
                if node.test:
                    self._type(node.test, inner, where)
                self._body(node.body, inner, where, blocks)
                self._body(node.else_, dict(names), where, blocks)
            case nodes.Assign():
                if isinstance(node.target, nodes.Name):
                    names[node.target.name] = self._type(node.node, names, where)
                else:
                    self._type(node.node, names, where)
            case nodes.AssignBlock():
                self._body(node.body, dict(names), where, blocks)
                self._bind(node.target, Markup, names)
            case nodes.Block():
                block, own = blocks.get(node.name, (node, where))
                self._body(block.body, dict(names), own, blocks)
            case nodes.Macro():
                names[node.name] = Macro(node, names, where)
            case nodes.FromImport():
                self._import(node, names, where)
            case nodes.Include():
                for name in self._texts(node.template, names, where):
                    self._include(name, names)
            case nodes.CallBlock():
                self._type(node.call, names, where)
                self._body(node.body, dict(names), where, blocks)
            case nodes.ExprStmt():
                self._type(node.node, names, where)
            case _:
                raise AssertionError(f"{where}: {type(node).__name__} is not read")

    def _if(
        self, node: nodes.If, names: Names, where: str, blocks: dict[str, tuple[nodes.Block, str]]
    ) -> None:
        is_known = _is_defined(node.test, names)
        if is_known is None:
            self._type(node.test, names, where)
        ways: list[Sequence[nodes.Node]] = [node.elif_]
        if is_known is not False:
            ways.append(node.body)
        if not is_known:
            ways.append(node.else_)
        for way in ways:
            inner = dict(names)
            self._body(way, inner, where, blocks)
            for name in inner.keys() - names.keys():  # what is set there is seen behind it
                names[name] = inner[name]

    def _include(self, template: str, names: Names) -> None:
        """Read a template; one in the folder of a game is handed that game's view.

        On a page that is no seat's only a game that hides nothing has one.
        """
        game = template.partition("/")[0]
        if game not in RULESETS:
            self._template(template, names, {})
            return
        rules = ruleset(game)
        if "seat" in names or not rules.hidden:
            self._game = template
            self._template(template, names | {"view": _result(rules.view)}, {})
            self._game = ""

    def _texts(self, node: nodes.Node, names: Names, where: str) -> list[str]:
        """The templates that an expression can name."""
        match node:
            case nodes.Const():
                return [node.value]
            case nodes.CondExpr():
                assert node.expr2
                return [*self._texts(node.expr1, names, where), *self._texts(node.expr2, names, where)]
            case nodes.List():
                return [name for each in node.items for name in self._texts(each, names, where)]
            case nodes.Concat():
                self._type(node, names, where)
                last = node.nodes[-1]
                assert isinstance(last, nodes.Const)
                return sorted(name for name in self.templates if name.endswith(last.value))
        self._type(node, names, where)
        named = (
            node.attr
            if isinstance(node, nodes.Getattr)
            else node.name
            if isinstance(node, nodes.Name)
            else ""
        )
        if named == "frame":
            return ["base.html", "bare.html", "past_sheet.html"]
        assert named == "panel", f"{where}: {named} names a template"
        return sorted(name for name in self.templates if name.rpartition("/")[2] == "panel.html")

    def _import(self, node: nodes.FromImport, names: Names, where: str) -> None:
        assert isinstance(node.template, nodes.Const)
        source = node.template.value
        self.seen.add(source)
        known = dict(names if node.with_context else self._names)
        for each in self._parse(source).body:
            if isinstance(each, (nodes.Macro, nodes.FromImport)):
                self._statement(each, known, source, {})
        for name in node.names:
            own, called = (name, name) if isinstance(name, str) else name
            if not isinstance(known.get(own), Macro):
                self.faults.add(f"{where}:{node.lineno}: {source} has no {own}")
            names[called] = known.get(own, Any)

    def _bind(self, target: nodes.Node, kind: Type, names: Names) -> None:
        if isinstance(target, nodes.Name):
            names[target.name] = kind
        elif isinstance(target, nodes.Tuple):
            for each, part in zip(target.items, parts_of(kind, len(target.items)), strict=True):
                self._bind(each, part, names)

    # Expressions

    def _type(self, node: nodes.Node, names: Names, where: str) -> Type:
        match node:
            case nodes.Name():
                if node.name not in names:
                    self.faults.add(f"{where}:{node.lineno}: there is no {node.name}")
                return names.get(node.name, Any)
            case nodes.Const():
                return type(node.value) if node.value is not None else None
            case nodes.TemplateData():
                return str
            case nodes.Getattr():
                return self._attribute(self._type(node.node, names, where), node, where)
            case nodes.Getitem():
                self._type(node.arg, names, where)
                return self._item(self._type(node.node, names, where), node.arg)
            case nodes.Call():
                return self._call(node, names, where)
            case nodes.Filter():
                return self._filter(node, names, where)
            case nodes.CondExpr():
                is_known = _is_defined(node.test, names)
                if is_known is None:
                    self._type(node.test, names, where)
                ways = [
                    *([node.expr1] if is_known is not False else []),
                    *([node.expr2] if not is_known else []),
                ]
                return _union(self._type(way, names, where) for way in ways if way)
            case nodes.And() | nodes.Or():
                if _is_defined(node.left, names) is False:
                    return bool
                return _union([self._type(node.left, names, where), self._type(node.right, names, where)])
            case nodes.Test():
                if node.name not in ("defined", "undefined"):
                    self._type(node.node, names, where)
                return bool
            case nodes.Tuple():
                kinds = [self._type(each, names, where) for each in node.items]
                return _of(tuple, *kinds)
            case nodes.List():
                return _of(Sequence, _union(self._type(each, names, where) for each in node.items))
        kinds = [self._type(each, names, where) for each in node.iter_child_nodes()]
        if isinstance(node, (nodes.Compare, nodes.Not)):
            return bool
        if isinstance(node, nodes.Add) and any(get_args(kind) for kind in kinds):
            return kinds[0]
        return str if isinstance(node, nodes.Concat) else Any

    def _attribute(self, kind: Type, node: nodes.Getattr, where: str) -> Type:
        found = []
        for each in _members(kind):
            if each is Any:
                self.untyped.add(self._game or where)
                continue
            if each is TemplateReference:  # a block of the page
                found.append(_of(Callable, ..., Markup))
                continue
            self.typed += 1
            own = attribute(each, node.attr)
            if own is None:
                named = getattr(each, "__name__", each)
                self.faults.add(f"{where}:{node.lineno}: {named} has no {node.attr}")
            else:
                found.append(own)
        return _union(found)

    def _item(self, kind: Type, key: nodes.Node) -> Type:
        found = []
        for each in _members(kind):
            args = get_args(each)
            if _is(each, Mapping):
                found.append(args[1] if args else Any)
            elif _is(each, tuple) and isinstance(key, nodes.Const) and Ellipsis not in args:
                found.append(args[key.value])
            elif isinstance(key, nodes.Slice):
                found.append(each)
            else:
                found.append(items_of(each))
        return _union(found)

    def _call(self, node: nodes.Call, names: Names, where: str) -> Type:
        called = self._type(node.node, names, where)
        args = [self._type(each, names, where) for each in node.args]
        kwargs = {str(each.key): self._type(each.value, names, where) for each in node.kwargs}
        if isinstance(called, Macro):
            self._macro(called, args, kwargs)
            return Markup
        if called is Never:
            return Never
        found = get_args(called)
        return found[-1] if found else Any

    def _macro(self, macro: Macro, args: Sequence[Type], kwargs: Mapping[str, Type]) -> None:
        node = macro.node
        inner = dict(macro.names)
        named = [each.name for each in node.args]
        for name, default in zip(named[len(named) - len(node.defaults) :], node.defaults, strict=True):
            inner[name] = self._type(default, macro.names, macro.template)
        inner |= {**dict(zip(named, args, strict=False)), **kwargs}
        key = (id(node), *(str(inner.get(name)) for name in named))
        if key not in self._done:
            self._done.add(key)
            self._body(node.body, inner, macro.template, {})

    def _filter(self, node: nodes.Filter, names: Names, where: str) -> Type:
        assert node.node
        kind = self._type(node.node, names, where)
        args = [self._type(each, names, where) for each in node.args]
        kwargs = {str(each.key): self._type(each.value, names, where) for each in node.kwargs}
        item = items_of(kind)
        match node.name:
            case "selectattr" | "rejectattr":
                first = node.args[0]
                assert isinstance(first, nodes.Const)
                self._path(item, first.value, node, where)
                return kind
            case "map" if "attribute" in kwargs:
                path = next(each.value for each in node.kwargs if each.key == "attribute")
                assert isinstance(path, nodes.Const)
                return _of(Sequence, self._path(item, path.value, node, where))
            case "sort":
                for each in node.kwargs:
                    assert isinstance(each.value, nodes.Const)
                    for path in each.value.value.split(","):
                        self._path(item, path, node, where)
                return kind
            case "list" | "reverse":
                return _of(Sequence, item)
            case "first" | "last" | "max" | "min":
                return item
            case "groupby":
                return _of(Sequence, _of(tuple, Any, _of(Sequence, item)))
            case "once":
                assert isinstance(node.node, nodes.Const)
                self._template(node.node.value, {**self._names, **kwargs}, {})
                return Markup
            case "trim" | "upper" | "lower" | "capitalize" | "replace" | "join" | "truncate" | "seen":
                return str
        del args
        return Any

    def _path(self, kind: Type, path: str, node: nodes.Node, where: str) -> Type:
        for name in path.split("."):
            if name.isdigit():
                kind = self._item(kind, nodes.Const(int(name)))
            else:
                kind = self._attribute(
                    kind, nodes.Getattr(nodes.Const(None), name, "load", lineno=node.lineno), where
                )
        return kind


def _is_defined(test: nodes.Node, names: Collection[str]) -> bool | None:
    """Whether a test asks if a name is there, and it is."""
    match test:
        case nodes.Test(name="defined", node=nodes.Name(name=name)):
            return name in names
        case nodes.And():
            return False if _is_defined(test.left, names) is False else None
    return None


@cache
def attribute(kind: Type, name: str) -> Type:
    """The type of an attribute; of a method what can be called. None where there is none."""
    origin = _origin(kind)
    args = get_args(kind)
    if _is(kind, Mapping):
        key, value = args or (Any, Any)
        methods = {
            "items": _of(Callable, ..., _of(Sequence, _of(tuple, key, value))),
            "values": _of(Callable, ..., _of(Sequence, value)),
            "keys": _of(Callable, ..., _of(Sequence, key)),
            "get": _of(Callable, ..., value),
        }
        return methods.get(name)
    hints = _hints(origin)
    if name in hints:
        return hints[name]
    own = getattr(origin, name, None)
    if isinstance(own, property):
        return _result(own.fget)
    if isfunction(own):
        return _of(Callable, ..., _result(own))
    return _of(Callable, ..., Any) if own is not None else None


@cache
def _hints(kind: type) -> Names:
    try:
        return get_type_hints(kind)
    except NameError:  # a class of a library
        return {}


@cache
def _result(function: Any) -> Type:
    """What a function gives, as it is annotated."""
    function = getattr(function, "__wrapped__", function)
    try:
        return get_type_hints(function).get("return", Any)
    except (NameError, TypeError):
        return Any
