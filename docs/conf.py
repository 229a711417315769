"""How Sphinx builds these pages: `make docs`. The pages are Markdown, and read well on a forge too."""

project = "Genetess"
extensions = ["myst_parser"]
exclude_patterns = ["_*"]
suppress_warnings: list[str] = []

# Every heading has an anchor, named as forges name it. A link to one that is not there is a warning.
myst_heading_anchors = 4
# Rulings have anchors of their own by their numbers alone where a page sets them.
myst_enable_extensions = ["attrs_inline"]

html_theme = "furo"
html_title = "Genetess"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
pygments_style = "friendly"
pygments_dark_style = "monokai"
