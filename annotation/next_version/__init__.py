"""May this become the next version of a project's codebook, and what does it do to what is there?

Adding is free. A label in use that is renamed, joined with another or removed needs a word of what it becomes. What an
answer to a question is at all does not change while it has answers. A question in use is removed only when somebody
confirms it: its judgments stay, and it is not asked any more. Judgments are never rewritten (annotation.versions).
"""

from annotation.next_version.looked import NOWHERE, Gone
from annotation.next_version.planning import Plan, plan
from annotation.next_version.saving import CHANGED, LONGEST_NOTE, Saved, save

__all__ = ["CHANGED", "LONGEST_NOTE", "NOWHERE", "Gone", "Plan", "Saved", "plan", "save"]
