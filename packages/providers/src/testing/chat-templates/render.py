"""Writes renderings.json: what Jinja2 makes of each template, set up as transformers sets it up. Needs jinja2."""

import json
from pathlib import Path

from jinja2.ext import loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment

HERE = Path(__file__).parent
SYSTEM = {"role": "system", "content": "Be  brief. "}
CHAT = [
    {"role": "user", "content": " What\n\nnow? 5 < 6"},
    {"role": "assistant", "content": 'Wet ☂️ "streets".'},
]
# Templates take white space away, each in its way.
SPACED = [
    {"role": "user", "content": "What now?"},
    {"role": "assistant", "content": "\n  Wet\tstreets. \n"},
]


class Refused(Exception):
    pass


def refuse(message):
    raise Refused(message)


def render(source, messages):
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols])
    environment.globals["raise_exception"] = refuse
    given = {"messages": messages, "tools": None, "documents": None, "add_generation_prompt": False}
    try:
        return environment.from_string(source).render(
            **given, bos_token="<s>", eos_token="</s>", date_string="26 Jul 2024"
        )
    except Refused:
        return None


renderings = [
    {"template": path.stem, "messages": messages, "rendered": render(path.read_text(), messages)}
    for path in sorted(HERE.glob("*.jinja"))
    for messages in ([SYSTEM, *CHAT], CHAT, SPACED)
]
(HERE / "renderings.json").write_text(json.dumps(renderings, ensure_ascii=False, indent=2) + "\n")
