import type { Outcome } from "@promptnce/core";
import type { Config } from "./config.ts";
import type { Study, StudyTrial } from "./study.ts";
import type { Table } from "./table.ts";

/** What is to be estimated on the evaluation pairs of each study: one method at one K. */
export interface Cell {
  readonly method: string;
  readonly k: number;
}

/** What the reports are made from: stored answers, estimated again when asked for. */
export interface Results {
  readonly config: Config;
  readonly studies: readonly Study[];
  outcomes(study: Study, cell: Cell): readonly Outcome<StudyTrial>[];
  /** The sentence that says what in a table about these studies is simulated, if anything is. */
  simulated(studies: readonly Study[], asked: "model" | "nobody"): string | undefined;
}

/** One table or figure of the paper. */
export interface Experiment {
  readonly id: string;
  readonly title: string;
  cells(config: Config): readonly Cell[];
  report(results: Results): readonly Table[];
}
