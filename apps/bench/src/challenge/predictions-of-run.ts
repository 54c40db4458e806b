import { join } from "node:path";
import { UsageError } from "@promptnce/command/errors";
import { DataError } from "@promptnce/rows/errors";
import Papa from "papaparse";
import { z } from "zod";
import { readText } from "./read-text.ts";
import { challengeId, drawn, versionOf } from "./versions.ts";

type Row = Readonly<Record<string, string>>;

const manifestOfRun = z.object({
  simulated: z.object({ respondent: z.boolean() }),
  run: z.object({ seed: z.string() }),
  datasets: z.array(
    z.object({ name: z.string(), sources: z.array(z.object({ file: z.string() })) }),
  ),
});

/** A run's estimates by one method as a file of predictions. */
export interface RunPredictions {
  readonly csv: string;
  readonly pairs: number;
  /** Whether a simulated respondent answered. */
  readonly simulated: boolean;
}

/**
 * The estimates of the run in a folder, as predictions with the ids of the challenge.
 *
 * @param of the method's id in `estimates.csv`, and the model's if the run has several
 * @throws DataError if the folder holds no run, UsageError if the run has no such estimates or
 *   several
 */
export function predictionsOfRun(
  folder: string,
  { method, model }: { readonly method: string; readonly model?: string | undefined },
): RunPredictions {
  const { simulated, run, datasets } = readManifest(folder);
  if (run.seed !== drawn.seed) {
    throw new DataError(
      `${folder} was drawn by --seed ${run.seed}, and the challenge by ${drawn.seed}: its pairs are others`,
    );
  }
  const versions = new Map(datasets.map((dataset) => [dataset.name, versionOf(dataset)]));
  const csv = readText(join(folder, "estimates.csv"));
  const all = Papa.parse<Row>(csv, { header: true, skipEmptyLines: true }).data;
  const rows = all.filter(
    (row) =>
      row["method"] === method &&
      (model === undefined || row["model"] === model) &&
      row["list"] === "evaluation" &&
      row["sample"] === "0" &&
      Number(row["k"]) <= drawn.k,
  );
  if (rows.length === 0) {
    throw new UsageError(
      `--method: ${folder} has no estimates by ${method}${model === undefined ? "" : ` of ${model}`}, but by ${[...new Set(all.map((row) => row["method"]))].join(", ")}`,
    );
  }
  const models = new Set(rows.map((row) => row["model"]));
  if (models.size > 1) {
    throw new UsageError(`--model: ${folder} is of several; name one of ${[...models].join(", ")}`);
  }
  const data = rows.flatMap((row) => {
    const version = versions.get(row["dataset"]!);
    if (version === undefined) return [];
    return [
      {
        id: challengeId(version, row["pair"]!),
        pmi: row["est_pmi"],
        conditional: row["est_conditional"],
        marginal: row["est_marginal"],
      },
    ];
  });
  const fields = ["id", "pmi", "conditional", "marginal"];
  return {
    csv: `${Papa.unparse({ fields, data }, { newline: "\n" })}\n`,
    pairs: data.length,
    simulated: simulated.respondent,
  };
}

function readManifest(folder: string): z.output<typeof manifestOfRun> {
  const path = join(folder, "manifest.json");
  try {
    return manifestOfRun.parse(JSON.parse(readText(path)));
  } catch {
    throw new DataError(
      `${path} is not the manifest of a run: name the folder that a run was written to`,
    );
  }
}
