"""What language does the document say that it is in? Streamlit's page says English, and a screen reader believes it."""

from __future__ import annotations

import streamlit as st

from languages import spoken

_SCRIPT = "export default ({ data }) => { document.documentElement.lang = data.language; };"

_mount = st.components.v2.component("accord_document", js=_SCRIPT)


def name_language() -> None:
    """Tell the browser the language of this screen, where it is another than Streamlit's page says."""
    if spoken() != "en":
        _mount(key="document-language", data={"language": spoken()})
