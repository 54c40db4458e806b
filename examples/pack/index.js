import { datasetOfCounts } from "@promptnce/datasets";
import { definePack } from "@promptnce/prompts/packs";
import { defineTemplate, input, target } from "@promptnce/prompts/writing";
import about from "./package.json" with { type: "json" };

/**
 * Takes the place of the paper's words/conditional. Raise the version whenever the text changes.
 */
const associate = defineTemplate({
  task: "words",
  kind: "conditional",
  version: 2,
  body: `People hear one word and say the first word that comes to mind.

THEY HEAR: {{cue}}
THEY SAY: {{target}}

Of all people, which share says this word? Return ONLY JSON: {"p_apply": NUMBER}, a number from 0 to 1.`,
  slots: { cue: input("cue"), target },
});

/** A task in phrases: all its prompts are made of them. */
const moods = {
  name: "moods",
  person: "a reader",
  sees: "ONE headline",
  event: "names the mood that it leaves them in",
  label: "mood",
  fields: ["headline"],
};

/**
 * How many readers named which mood: put your own counts here. These are made up, as `simulated`
 * says.
 */
const labels = ["calm", "hope", "worry", "anger", "joy", "boredom"];
const pairs = Array.from({ length: 60 }, (_, i) =>
  labels.map((y, j) => ({
    x: { headline: `Headline ${i + 1}` },
    y,
    count: (i * (j + 3) + 5 * j) % 11,
  })),
).flat();
const readers = {
  ...datasetOfCounts({ name: "readers", task: moods.name, pairs }),
  simulated: true,
};

export default definePack({
  name: about.name,
  version: about.version,
  templates: [associate],
  tasks: [moods],
  datasets: [readers],
});
