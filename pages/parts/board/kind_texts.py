"""Which words the kinds of question have on the board and the desk: controls, their keys, and what they say.

`{Space}` in a tip is drawn as a key. Other `{name}` are filled in by the script.
"""

from languages import meant, worded

TEXTS = {
    # what an answer points at
    "piece_turn": worded("Turn {n}"),
    "piece_memory": worded("Memory {n}"),
    "piece_query": worded("Query"),
    "piece_response": worded("Response"),
    "response_of": worded("Response {n} of {total}"),
    # names that the readers give to parts of a profile, and to what stands beside a dialogue
    "section_summary": meant("a part of a profile", "Summary"),
    "section_traits": meant("a part of a profile", "Traits"),
    "section_style": meant("a part of a profile", "Style"),
    "section_domains": meant("a part of a profile", "Domains"),
    "section_values": meant("a part of a profile", "Values"),
    "section_profile": meant("a part of a profile", "Profile"),
    "section_current_state": meant("a part of a profile", "Current state"),
    "section_preferences": meant("a part of a profile", "Preferences"),
    "section_plan": meant("a part of a profile", "Plan"),
    "section_memory_before": worded("Memory before"),
    "section_memory_after": worded("Memory after"),
    "section_reference_answer": worded("Reference answer"),
    # rows
    "about_pair": worded("About each response and its memories"),
    "optional": worded("(optional)"),
    "source_says": worded("The source says: {label}"),
    # several labels, and labels to find by typing
    "none_several": worded("None of these"),
    "tip_several": worded("Any number of them; {↓} or {Enter} goes on."),
    "find_label": worded("Type to find a label"),
    "chosen": worded("Chosen"),
    "take_away": worded("Take away: {what}"),
    "take_away_short": worded("Take away"),
    "labels_left_one": worded("1 label"),
    "labels_left_many": worded("{n} labels"),
    "tip_find": worded("{Space} opens the list: type, {↑} {↓} choose, {Enter} takes, {Esc} leaves."),
    "tip_find_several": worded("{Space} opens the list: type, {Enter} takes, {Esc} leaves; any number of labels."),
    # text
    "text_here": worded("Write here"),
    "tip_text": worded("{Space} goes into the field, {Enter} goes on, {Shift+Enter} is a new line, {Esc} leaves."),
    # words marked
    "mark_words": worded("Mark words"),
    "mark_these": worded("Mark these words"),
    "none_quote": worded("No such words"),
    "tip_quote": worded("Or select the words with the mouse or a finger."),
    "quote_keys": worded(
        "{←} {→} word, {↑} {↓} sentence, with {Shift} longer; {Enter} marks, {Enter} again goes on, {Del} unmarks,"
        " {Esc} ends."
    ),
    "marked": worded("Marked in {about}: {words}"),
    "nothing_to_mark": worded("There are no words here that could be marked."),
    # pieces picked
    "pick_some": worded("Choose"),
    "pick_one": worded("Choose one"),
    "none_pick": worded("None of them"),
    "tip_pick": worded("Or click on what you choose, on the left."),
    "pick_keys": worded("{↑} {↓} go from one to the next, {Space} takes or leaves, {Enter} goes on, {Esc} ends."),
    "is_picked": worded("chosen"),
    "nothing_to_pick": worded("There is nothing here that could be chosen."),
    # cannot judge
    "cannot_judge": worded("Cannot judge"),
    "cannot_because": worded("Cannot judge: {reason}"),
    "why_cannot": worded("Why can this not be judged?"),
    "cannot_context": worded("not enough context"),
    "cannot_ambiguous": worded("ambiguous"),
    "cannot_expertise": worded("outside my expertise"),
    "cannot_words": worded("other words …"),
    "cannot_own_words": worded("Why can this not be judged? Enter takes your words."),
    "cannot_send": worded("Cannot judge"),
    "cannot_keys": worded("Press 1 to 4. It counts as answered. Esc goes back."),
    # how sure
    "how_sure": worded("How sure are you?"),
    "sure_1": worded("a guess"),
    "sure_2": worded("fairly sure"),
    "sure_3": worded("sure"),
    # context
    "memories": worded("Memories"),
    "other_memories": worded("Other memories"),
    "recalled_memory": worded("Recalled memory"),
    "recalled_here": worded("recalled here"),
    "bank": worded("Memory bank"),
    "bank_missing": worded("The memory bank could not be loaded."),
    "bank_found": worded("{n} of {total} memories"),
    "bank_here": worded("shown with this item"),
    # the list of keys
    "open_find": worded("Open the list of labels; type to narrow it"),
    "open_text": worded("Write; Esc leaves the field"),
    "open_quote": worded("Mark words"),
    "open_pick": worded("Choose pieces"),
    "key_cannot": worded("Cannot judge, with a reason"),
    "sure_after": worded("Answer first: how sure you are is about an answer."),
    "how_sure_keys": worded("A guess, fairly sure, sure"),
    "key_bank": worded("Memory bank beside the item"),
    "cap_Space": worded("Space"),
}
