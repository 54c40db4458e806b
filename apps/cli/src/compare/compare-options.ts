import {
  flag,
  listOf,
  numberFrom,
  oneOf,
  option,
  type OptionValues,
  someText,
} from "#command/options";

/** The options of `compare`, in the order of its help. */
export const compareOptions = {
  on: option(
    "<quantity>",
    "the quantity to compare: PMI or P(y|x)",
    oneOf(["pmi", "conditional"] as const),
    "pmi" as const,
  ),
  methods: option(
    "<ids>",
    "compare only these methods, e.g. promptnce,infonce (default: all)",
    listOf(someText),
  ),
  failBelow: option(
    "<number>",
    "exit with 4 if the first measure is below this",
    numberFrom(-2, 2),
  ),
  json: flag("print the comparison as JSON"),
};

export type CompareOptions = OptionValues<typeof compareOptions>;
