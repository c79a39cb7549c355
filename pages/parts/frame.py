"""The main script: who asks, which screens they have, run the one they chose.

It lies here because no `pages/` folder is beside it: Streamlit would run the files of such a folder by their address,
without this script, until it had run once.
"""

from __future__ import annotations

import streamlit as st

from languages import say
from pages.parts.access import require
from pages.parts.masthead import masthead
from pages.parts.menu import EVERYONE, HOME, LABEL, MENU, first_line, second_line

person = require(*EVERYONE)
# Every screen is known to everybody, so that whoever has no right to one reads a sentence instead of "page not found".
screens = {
    entry: st.Page(entry.file, title=say(entry.title), url_path=entry.name, default=entry is HOME) for entry in MENU
}
chosen = st.navigation(list(screens.values()), position="hidden")
here = next(entry for entry, screen in screens.items() if screen is chosen)
st.set_page_config(page_title=f"{say(here.title)} · Accord", layout="wide")
if here is not LABEL or person.role not in LABEL.roles:
    beside = second_line(person.role) if here.line in ("project", "inside") else []
    masthead(person, [screens[entry] for entry in first_line(person.role)], [screens[entry] for entry in beside])
require(*here.roles)
chosen.run()
