import { plan } from "@promptnce/core";
import type { Provider } from "@promptnce/core";
import { openJournal } from "@promptnce/providers";
import { askBatch, totalsOf } from "./ask.ts";
import type { Asked, Batch } from "./ask.ts";
import type { Config } from "./config.ts";
import type { Cell, Experiment, Results } from "./experiment.ts";
import { experiments } from "./experiments/all.ts";
import { loadDatasets } from "./load-datasets.ts";
import { manifest } from "./manifest.ts";
import { showProgress } from "./progress.ts";
import { respondent } from "./respondent.ts";
import { resultsOf } from "./results.ts";
import { prepareStudy } from "./study.ts";
import type { Study } from "./study.ts";
import type { Table } from "./table.ts";

/** All that a run leaves, still in memory. */
export interface RunResult {
  readonly tables: readonly Table[];
  readonly results: Results;
  readonly cells: readonly Cell[];
  readonly provider: Provider;
  readonly manifest: object;
}

export interface RunIo {
  readonly stderr: NodeJS.WriteStream;
  /** Aborting asks nothing new; what is in flight is awaited and stored. */
  readonly signal: AbortSignal;
}

/** Plans all experiments together, asks what the store does not hold, and makes the tables. */
export async function run(config: Config, io: RunIo): Promise<RunResult> {
  const chosen = chosenExperiments(config);
  const cells = distinctCells(chosen, config);
  const studies = (await loadDatasets(config)).map((dataset) => prepareStudy(dataset, config));
  const batches = await Promise.all(studies.map((study) => batchOf(study, cells, config)));
  const { asked, ...outcome } = await askAll(batches, config, io);
  const results = resultsOf(config, studies, asked);
  const [{ provider }] = batches as [Batch];
  return {
    tables: chosen.flatMap((experiment) => experiment.report(results)),
    results,
    cells,
    provider,
    manifest: manifest({ config, studies, provider, asked, ...outcome }),
  };
}

/** The experiments that were named, or all. */
function chosenExperiments({ experiment }: Pick<Config, "experiment">): Experiment[] {
  return experiments.filter(({ id }) => experiment === undefined || experiment.includes(id));
}

function distinctCells(chosen: readonly Experiment[], config: Config): Cell[] {
  const cells = chosen.flatMap((experiment) => experiment.cells(config));
  return [...new Map(cells.map((cell) => [`${cell.method} ${cell.k}`, cell])).values()];
}

async function batchOf(study: Study, cells: readonly Cell[], config: Config): Promise<Batch> {
  const runs = cells.map(({ method, k }) => {
    return {
      task: study.dataset.task,
      estimators: [study.method(method).estimator],
      trials: study.trials(k),
    };
  });
  return { questions: [...plan(runs)], provider: await respondent(config, study.dataset) };
}

async function askAll(batches: readonly Batch[], config: Config, { stderr, signal }: RunIo) {
  using journal = openJournal(config.store);
  for (const { line, reason } of journal.damage) {
    stderr.write(`${config.store}, line ${line}: ${reason}; only that reply is lost\n`);
  }
  const questions = batches.reduce((sum, batch) => sum + batch.questions.length, 0);
  const before = journal.size;
  const display = showProgress(questions, stderr);
  const asked: Asked[] = [];
  try {
    for (const batch of batches) {
      const onProgress = display.part();
      asked.push(await askBatch(batch, journal, { ...config, signal, onProgress }));
    }
  } finally {
    display.stop();
  }
  const added = journal.size - before;
  const unreadable = asked.reduce((sum, batch) => sum + batch.unreadable, 0);
  return {
    asked,
    counts: { questions, asked: added, fromStore: questions - added, unreadable },
    totals: totalsOf(config.store, asked),
  };
}
