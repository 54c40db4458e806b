import { join } from "node:path";
import { listOf, option, someText } from "#command/options";
import envPaths from "env-paths";

/** The default folder for datasets: the user's cache folder. */
const usual = join(envPaths("promptnce", { suffix: "" }).cache, "datasets");

/**
 * `--data FOLDER`: the folder with one folder per dataset and with the tables of recorded replies.
 */
export const data = {
  ...option("<folder>", "the folder of the datasets, with a folder for each", someText, usual),
  variable: "PROMPTNCE_DATA",
};

/** `--events TYPES`: the ProgSnap2 events that count as attempts. */
export const events = option(
  "<types>",
  "which events of a ProgSnap2 folder are attempts (default: submissions and runs)",
  listOf(someText),
);
