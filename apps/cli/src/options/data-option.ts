import { join } from "node:path";
import { option, someText } from "@promptnce/providers/choose";
import envPaths from "env-paths";

/** Where datasets are kept unless the user says otherwise: the user's own cache folder. */
const usual = join(envPaths("promptnce", { suffix: "" }).cache, "datasets");

/** `--data FOLDER`: the folder that holds one folder a dataset. */
export const data = {
  ...option("<folder>", "where the datasets are, one folder each", someText, usual),
  variable: "PROMPTNCE_DATA",
};
