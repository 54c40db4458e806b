import { join } from "node:path";
import { Option } from "commander";
import envPaths from "env-paths";

/** Where datasets are kept unless the user says otherwise: the user's own cache folder. */
function defaultFolder(): string {
  return join(envPaths("promptnce", { suffix: "" }).cache, "datasets");
}

/** `--data FOLDER`: the folder that holds one folder a dataset. */
export function dataOption(): Option {
  return new Option("--data <folder>", "where the datasets are, one folder each")
    .env("PROMPTNCE_DATA")
    .default(defaultFolder());
}

/** The options of a command that takes {@link dataOption}. */
export interface DataOptions {
  readonly data: string;
}
