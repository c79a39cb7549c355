"""Which words the helps of the board use: its panels, keys, pace, breaks, warning, search and mention."""

TEXTS = {
    # header
    "guideline": "Guideline",
    "keys": "Keys",
    "settings": "Settings",
    "close_panel": "Close",
    # rows
    "about_item": "About the whole item",
    "about_memory": "About each memory",
    "about_response": "About each response",
    # guideline
    "guideline_empty": "This project has no guideline.",
    "guideline_missing": "The guideline could not be loaded.",
    # key list
    "keys_moves": "Moving and sending",
    "keys_commands": "The item",
    "keys_help": "Help",
    "keys_off": "Single-letter keys are off; every command has a button too. They can be switched on in the settings.",
    "key_up": "One answer up",
    "key_down": "One answer down",
    "key_submit": "Submit the item",
    "key_escape": "Close what is open",
    "key_back": "Back to the item before",
    "key_forward": "Forward again",
    "key_list": "List of your items",
    "key_flag": "Flag the item, or take the flag off",
    "key_note": "Note about the item",
    "key_skip": "Skip the item, with a reason",
    "key_history": "What you answered before",
    "key_clear": "Clear the answer",
    "key_undo": "Undo",
    "key_redo": "Redo",
    "key_keys": "This list of keys",
    "key_guideline": "Guideline beside the item",
    "key_search": "Search in the dialogue",
    "key_mention": "Where the dialogue has this memory's words",
    "cap_ArrowUp": "↑",
    "cap_ArrowDown": "↓",
    "cap_Enter": "Enter",
    "cap_Escape": "Esc",
    "cap_Delete": "Del",
    "cap_Backspace": "⌫",
    "cap_Ctrl": "Ctrl",
    "cap_Shift": "Shift",
    # settings
    "set_single_keys": "Single-letter keys",
    "set_single_keys_help": "Letters and signs such as u, f or ? are keys. Digits, arrows and Enter always are.",
    "set_show_progress": "Progress",
    "set_show_progress_help": "How many of your items are done.",
    "set_show_pace": "Pace",
    "set_show_pace_help": "How long an item usually takes you. Only you see this line.",
    "set_break": "Remind me of a break",
    "set_break_help": "A quiet line after so much time at work. Nothing is locked.",
    "break_never": "Never",
    "break_minutes": "After {n} minutes",
    "settings_kept": "Kept.",
    "settings_not_kept": "This holds on this screen, but could not be kept for your next visit.",
    # pace and breaks
    "pace": "about {time} an item, {n} an hour",
    "pace_help": "The middle value of your last items, up to {n}, in this browser session; pauses do not count.",
    "seconds": "{n} s",
    "minutes": "{n} min",
    "break_now": "You have worked for {n} minutes. A short break would do you good; everything here waits for you.",
    "break_dismiss": "OK, dismiss",
    # warning
    "warning_title": "This item may be distressing.",
    "warning_words": "The researchers of this project marked it as sensitive. Nothing of it is shown yet.",
    "warning_show": "Show the item",
    "warning_skip": "Skip it",
    # search and mention
    "search": "Search",
    "mention": "Mention",
    "search_close": "Close the search",
    "previous_hit": "Previous hit",
    "next_hit": "Next hit",
    "hit_of": "{n} of {total}",
    "no_hits": "Not found",
    "mention_at": "{n} of {total} · turn {turn} of {turns} has {words} · a word search only",
    "no_mention": "No mention found: no turn has a word of this memory. This is a word search only.",
    # left out of a word search: they are in every turn
    "common_words": (
        "a about after all also am an and any are as at be because been before but by can could did do does for from"
        " get got had has have he her here him his how if in into is it its just like me more my no not now of off on"
        " one or our out over she should so some than that the their them then there these they this those to too up"
        " us very was we were what when where which who will with would you your"
    ),
}
