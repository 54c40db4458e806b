import type { Study } from "../study.ts";
import type { Column } from "../table.ts";

/**
 * Which dataset the paper's figures in a row are about. Beside a synthetic world they are those of
 * the dataset it is shaped like: what to expect of it, not the same measurement.
 */
export const paperDatasetColumn: Column = { id: "paper_dataset", title: "Paper's dataset" };

const titles: Readonly<Record<string, string>> = {
  words: "Words",
  chaosnli: "ChaosNLI",
  goemotions: "GoEmotions",
};

/** The name that the paper gives the dataset of a study, or the one it is shaped like. */
export function paperDataset({ dataset }: Study): string | undefined {
  return titles[dataset.task];
}

/** The note of a table in which a synthetic world stands beside figures of a real dataset. */
export function paperNotes(studies: readonly Study[]): string[] {
  return studies.some(({ dataset }) => dataset.simulated)
    ? [
        "Beside a synthetic world stand the paper's figures of the dataset it is shaped like; they are not of the same data.",
      ]
    : [];
}
