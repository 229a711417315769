"""Make the pack, the program for browsers, in build/pack/genetess_play: `make pack`.

All that is fetched is known by its hash, and the same sources give the same bytes. Python for browsers traces and
compiles what is in it (`trace.py`, `compiled.py`), under Node.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import page

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build"
PACK = BUILD / "pack" / "genetess_play"
KEY = BUILD / "pack" / "key"
"""The sources that the pack was made of."""

PYODIDE = "314.0.7"
PYODIDE_SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
LOADED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
BROWSERS = "--platform=pyemscripten_2026_0_wasm32 --python-version=3.14 --implementation=cp --abi=cp314"
ANY = "--platform=manylinux2014_x86_64 --python-version=3.14 --implementation=cp --abi=cp314"
LIBRARIES = {
    "chess": BROWSERS,
    "jinja2": BROWSERS,
    "markupsafe": ANY,  # for browsers there is none, but what is not of the machine is the same everywhere
    "msgspec": BROWSERS,
    "pygments": BROWSERS,
    "ruamel-yaml": BROWSERS,
}
"""What the pack has of requirements.lock, and for which machine it is fetched."""


def main() -> str | None:
    missing = [name for name in ("node", "npm") if not shutil.which(name)]
    if missing:
        return f"make pack: no {' and no '.join(missing)} here; the pack for browsers is made with Node 20 or newer"
    KEY.parent.mkdir(parents=True, exist_ok=True)
    with KEY.with_name("lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several tests may ask for it
        _make(_key())
    return None


def _make(key: str) -> None:
    if KEY.is_file() and KEY.read_text(encoding="ascii") == key:
        return
    KEY.unlink(missing_ok=True)
    work = BUILD / "pack" / "work"
    shutil.rmtree(work, ignore_errors=True)
    sources, out = work / "sources", work / "out"
    out.mkdir(parents=True)
    pyodide = _pyodide()
    wheels = [_wheel(name) for name in LIBRARIES]
    _stage(sources, wheels)
    if subprocess.run(["node", HERE / "make.mjs", pyodide, sources, HERE, out], check=False).returncode:
        sys.exit("make pack: Python for browsers has failed, see above")
    _lay(work / "pack", pyodide, out, wheels)
    shutil.rmtree(PACK, ignore_errors=True)
    (work / "pack").rename(PACK)
    shutil.rmtree(work)
    KEY.write_text(key, encoding="ascii")


def _key() -> str:
    """Return the digest of all that the pack is made of."""
    names = ("genetess_cli", "site_templates", ".ci/play", "requirements.lock", "LICENSE")
    places = [ROOT / name for name in names]
    digest = hashlib.sha256()
    for file in sorted(file for place in places for file in _files(place)):
        data = file.read_bytes()
        digest.update(f"{file.relative_to(ROOT)} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()


def _files(place: Path) -> Iterator[Path]:
    """Yield the files at a place and below; none that only a release has, and that is made anew in the pack."""
    if place.is_file():
        yield place
    for file in place.rglob("*"):
        if (
            file.is_file()
            and file != ROOT / "genetess_cli" / "commit"
            and "__pycache__" not in file.parts
            and "made" not in file.parts
        ):
            yield file


def _pyodide() -> Path:
    """Return the folder with Pyodide's own files, fetched once."""
    folder = BUILD / f"pyodide-{PYODIDE}"
    if not (folder / "package").is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        npm = ["npm", "pack", "--silent", f"pyodide@{PYODIDE}"]
        subprocess.run(npm, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        packed = folder / f"pyodide-{PYODIDE}.tgz"
        if hashlib.sha256(packed.read_bytes()).hexdigest() != PYODIDE_SHA256:
            packed.unlink()
            sys.exit(f"make pack: what npm gives as pyodide {PYODIDE} is not what build.py knows by its hash")
        with tarfile.open(packed) as archive:
            archive.extractall(folder, filter="data")
        packed.unlink()
    return folder / "package"


def _wheel(name: str) -> Path:
    """Return the wheel of a library as requirements.lock has it, fetched once."""
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8").replace("\\\n", "")
    [row] = re.findall(rf"^{name}==.+", lock, re.MULTILINE)
    folder = BUILD / "play-wheels" / hashlib.sha256(row.encode()).hexdigest()[:12]
    if not [*folder.glob("*.whl")]:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "lock").write_text(f"{row}\n", encoding="utf-8")
        how = f"--disable-pip-version-check download --quiet --no-deps --only-binary=:all: {LIBRARIES[name]}"
        where = [f"--find-links={ROOT / '.github/wheels'}", f"--dest={folder}", "--require-hashes"]
        command = [*_pip(), *how.split(), *where, "--requirement", folder / "lock"]
        subprocess.run(command, check=True)
    [wheel] = folder.glob("*.whl")
    return wheel


def _pip() -> list[str]:
    """Return how pip is started: an environment that uv made has none."""
    for python in (sys.executable, "python3"):
        pip = [python, "-m", "pip"]
        if not subprocess.run([*pip, "--version"], capture_output=True, check=False).returncode:
            return pip
    sys.exit("make pack: no pip here; on Debian and Ubuntu: apt install python3-pip")


def _stage(sources: Path, wheels: list[Path]) -> None:
    """Lay the program and its libraries as they are imported."""
    package = sources / "genetess_cli"
    without = shutil.ignore_patterns("__pycache__", "made")
    shutil.copytree(ROOT / "genetess_cli", package, ignore=without)
    shutil.copytree(ROOT / "site_templates", package / "site_templates")
    # By this the program finds what was made of it: the templates.
    (package / "commit").write_text(_key()[:40], encoding="ascii")
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            of_a_machine = (".so",) if "wasm32" not in wheel.name else ()
            names = [name for name in archive.namelist() if ".dist-info/" not in name]
            archive.extractall(sources, [name for name in names if not name.endswith(of_a_machine)])


def _lay(pack: Path, pyodide: Path, out: Path, wheels: list[Path]) -> None:
    """Put the pack together of what was made of it; its folder of Python is called by what is in it."""
    python = pack / "py"
    python.mkdir(parents=True)
    for name in LOADED:
        shutil.copyfile(pyodide / name, python / name)
    for name in ("stdlib.zip", "app.zip"):
        shutil.copyfile(out / name, python / name)
    shutil.copyfile(ROOT / "site_templates/play" / page.OF_PYTHON, python / page.OF_PYTHON)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    (python / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}))
    (python / "licences.txt").write_text("\n\n".join(_licences(wheels)), encoding="utf-8")
    digest = hashlib.sha256()
    for file in sorted(python.iterdir()):
        digest.update(f"{file.name} {file.stat().st_size}\n".encode())
        digest.update(file.read_bytes())
    python.rename(pack / f"py-{digest.hexdigest()[:12]}")
    text = (ROOT / "genetess_cli" / "__init__.py").read_text(encoding="utf-8")
    _, version = text.split("\n\n")
    words = '"""Genetess in a browser: the files beside this one, which a league\'s site has a copy of."""'
    (pack / "__init__.py").write_text(f"{words}\n\n{version}", encoding="utf-8")
    page.lay(pack)


def _licences(wheels: list[Path]) -> Iterator[str]:
    """Yield under which licences the parts of the pack are."""
    yield "Genetess\n\n" + (ROOT / "LICENSE").read_text(encoding="utf-8")
    for file in sorted((HERE / "licences").iterdir()):
        yield f"{file.stem}\n\n{file.read_text(encoding='utf-8')}"
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            names = [name for name in archive.namelist() if re.search(r"\.dist-info/.*LICEN[CS]E", name)]
            texts = [archive.read(name).decode("utf-8") for name in names]
        name, version, *_ = wheel.name.split("-")
        yield "\n\n".join([f"{name} {version}", *texts])


if __name__ == "__main__":
    sys.exit(main())
