import { flag, listOf, numberFrom, oneOf, option, type OptionValues, someText } from "#command";

/** The options of `compare`, in the order of its help. */
export const compareOptions = {
  on: option(
    "<quantity>",
    "what is compared: PMI or P(y|x)",
    oneOf(["pmi", "conditional"] as const),
    "pmi" as const,
  ),
  methods: option("<ids>", "only these, as promptnce or infonce (default: all)", listOf(someText)),
  failBelow: option("<number>", "exit with 4 where the first measure is below", numberFrom(-2, 2)),
  json: flag("print it for programs"),
};

export type CompareOptions = OptionValues<typeof compareOptions>;
