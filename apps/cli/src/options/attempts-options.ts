import { listOf, option, someText } from "@promptnce/providers/choose";

/** What `[attempts]` may be. */
export const ATTEMPTS = "a ProgSnap2 folder, or a .csv, .tsv, .jsonl or .ndjson file (.gz or not)";

/** `--events TYPES`: what of a ProgSnap2 folder is an attempt. */
export const events = option(
  "<types>",
  "of a ProgSnap2 folder, what counts as an attempt (default: submissions and runs)",
  listOf(someText),
);
