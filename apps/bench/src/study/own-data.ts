import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Dataset } from "@promptnce/core";
import { type CountedPair, datasetOfCounts } from "@promptnce/datasets";
import { definePack, type Pack } from "@promptnce/prompts/packs";
import { planColumns } from "@promptnce/rows";
import { inputFormat, readRows, tableFile } from "@promptnce/rows/input";
import { loadPacks, type TaskSetup, taskSetup } from "@promptnce/rows/tasks";
import { UsageError } from "@promptnce/command/errors";
import { sayCodeOfPack } from "@promptnce/command/terminal";
import type { Config } from "./config.ts";
import { OPINIONQA, opinionQaPack } from "./opinionqa-pack.ts";

/**
 * The named packs, one for OpinionQA where it is named, and one for a counts file with its task.
 *
 * @throws UsageError or DataError
 */
export async function packsOf(config: Config): Promise<Pack[]> {
  const { pack, dataFile, task, mode, dataset, data, y, count } = config;
  const loaded = await loadPacks(pack, undefined, sayCodeOfPack);
  const packs = dataset.includes(OPINIONQA) ? [...loaded, opinionQaPack(data)] : loaded;
  if (dataFile === undefined || task === undefined) return packs;
  const setup = await taskSetup(task, mode, packs);
  const datasets = [await countedFile(dataFile, setup, { y, count })];
  const tasks = setup.definition === undefined ? [] : [setup.definition];
  return [...packs, definePack({ name: basename(dataFile), version: "1", tasks, datasets })];
}

interface CountColumns {
  readonly y: string | undefined;
  readonly count: string | undefined;
}

/** The dataset from a file of counts, named after the file. */
async function countedFile(path: string, task: TaskSetup, named: CountColumns): Promise<Dataset> {
  const table = await tableFile({ path, format: inputFormat(path, undefined) });
  const pairs: CountedPair[] = [];
  for await (const rows of readRows(table, planColumns(named, task), task.labels)) {
    for (const { line, problem, x, y = "", count = 0 } of rows) {
      if (problem !== undefined)
        throw new UsageError(`--data-file: ${path}, line ${line}: ${problem}`);
      pairs.push({ x, y, count });
    }
  }
  const bytes = await readFile(path);
  const name = basename(path).replace(/\.\w+$/, "");
  const sources = [{ file: basename(path), sha256: hash("sha256", bytes), bytes: bytes.length }];
  return datasetOfCounts({
    name,
    task: task.name,
    pairs,
    sources,
    given: task.given,
    ...(task.labels && { labels: task.labels.all }),
  });
}
