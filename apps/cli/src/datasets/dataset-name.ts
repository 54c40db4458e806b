import type { DatasetName } from "@promptnce/datasets";
import type { Command } from "commander";

/** The dataset of that name; wrong usage where there is none. */
export async function datasetName(text: string, command: Command): Promise<DatasetName> {
  const { datasetNames } = await import("@promptnce/datasets");
  const name = datasetNames.find((known) => known === text);
  if (name !== undefined) return name;
  const known = datasetNames.join(", ");
  return command.error(`error: there is no dataset ${JSON.stringify(text)}; there are ${known}`);
}
