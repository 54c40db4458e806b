import { hash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { datasetNames } from "@promptnce/datasets";
import {
  decisionsTemplates,
  modes,
  structuredTemplates,
  templates,
  tokensTemplates,
} from "@promptnce/prompts";
import { type Pack, packTemplates } from "@promptnce/prompts/packs";
import { isDatabase } from "@promptnce/engine/address";
import { type ModelChoice } from "@promptnce/command";
import { UsageError } from "@promptnce/command/errors";
import { answeredOf } from "@promptnce/engine/run";
import { caseStudy } from "../experiments/case-study.ts";
import { type Config, parseConfig, syntheticDatasets } from "../study/config.ts";
import { packsOf } from "../study/own-data.ts";
import { readRecordedRun } from "./manifest.ts";

/** The advice when no reply is found; a manifest does not record the location of the store. */
export const nameStore: string = "name the store that the run was made with, with --store";

/**
 * The folder of an existing run, with the data that its manifest does not record; packs only if
 * they differ from those it names.
 */
export interface RunFolder {
  readonly folder: string;
  readonly data?: string | undefined;
  readonly store?: string | undefined;
  readonly pack?: readonly string[] | undefined;
  readonly dataFile?: string | undefined;
  readonly task?: string | undefined;
  readonly tables?: boolean | undefined;
}

/** The folder itself if it holds a run, otherwise the runs in its subfolders. */
export function runFolders(folder: string): readonly string[] {
  if (!existsSync(folder) || existsSync(join(folder, "manifest.json"))) return [folder];
  const below = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const runs = below
    .filter((path) => basename(path) === "manifest.json")
    .map((path) => join(folder, dirname(path)));
  return runs.length > 0 ? runs.toSorted() : [folder];
}

/** A run to report again, with the numbers of its answered and unanswered questions. */
export interface RecordedRun {
  readonly config: Config;
  readonly answered: number;
  readonly unanswered: number;
}

/**
 * The settings of a run, from its manifest, for recreating its tables.
 *
 * @throws UsageError if there is no manifest or no store, or if this program's prompts differ from
 * the run's, because it would look for other requests
 */
export async function configOfRun({
  folder,
  data,
  store,
  tables,
  ...given
}: RunFolder): Promise<RecordedRun> {
  const {
    program,
    packs: from,
    templates: wordings,
    counts,
    leftOut,
    providers,
    run: recorded,
  } = await readRecordedRun(folder);
  const { experiment, models, responses, ...run } = recorded;
  const overrides = { ...(from.length > 0 && { pack: from.map(({ name }) => name) }), ...given };
  const named = models.filter(({ provider }) => provider !== "simulated");
  const parsed = parseConfig({
    ...run,
    // Determined by the input, not by a separate option.
    mode: run.readFrom === "reply" ? run.mode : undefined,
    ...(experiment !== "all" && { experiment }),
    ...(named.length > 0 && { model: named.map(({ provider, model }) => `${provider}:${model}`) }),
    ...overrides,
    data,
    store,
    tables,
    out: folder,
  });
  // Runs used to ask about the students of the case study whoever paid for it.
  const asksMadeUp = leftOut.every(({ id }) => id !== caseStudy.id);
  const config = { ...parsed, responses, asksMadeUp };
  const packs = await packsOf(config);
  const ofPacks = packs.flatMap(({ datasets }) => datasets.map(({ name }) => name));
  const available = [...datasetNames, ...syntheticDatasets, ...ofPacks];
  const lost = run.dataset.find((name) => !available.includes(name));
  if (lost !== undefined) {
    throw new UsageError(
      `the run in ${folder} is about ${lost}: name its --pack, or its --data-file and --task`,
    );
  }
  const changed = wordings.find((wording) => !isKnown(wording, packs));
  if (changed !== undefined) {
    const were = [
      `version ${program.version} of it`,
      ...from.map(({ name, version }) => `${name} ${version}`),
    ];
    throw new UsageError(
      `the run in ${folder} was asked in the wording ${changed.id}@${changed.version}, which this program${from.length > 0 ? " or its packs" : ""} words otherwise: ${were.join(" with ")} makes the report again; the one that is there stays`,
    );
  }
  if (!isDatabase(config.store) && !existsSync(config.store))
    throw new UsageError(`${config.store} is not there: ${nameStore}`);
  // As the settings were requested, which is known even if the model is gone.
  const asAsked = ({ provider, model }: ModelChoice) => {
    const asked = providers.find(
      ({ model: name, name: vendor }) => name === model && vendor.startsWith(provider),
    );
    return asked && { ...asked.leftOut, ...asked.settings };
  };
  const choices = config.models.map((choice) => ({ ...choice, recorded: asAsked(choice) }));
  const answered = answeredOf([counts]);
  return {
    config: { ...config, models: choices },
    answered,
    unanswered: counts.questions - answered,
  };
}

type Wording = Awaited<ReturnType<typeof readRecordedRun>>["templates"][number];

/** Whether this program has the exact text of a recorded prompt. */
function isKnown({ id, version, sha256 }: Wording, packs: readonly Pack[]): boolean {
  const packWordings = modes.flatMap((mode) => packTemplates(packs, mode));
  const builtIn = [...templates, ...structuredTemplates, ...tokensTemplates, ...decisionsTemplates];
  return [...packWordings, ...builtIn].some(
    (wording) =>
      wording.id === id &&
      wording.version === version &&
      (wording.body && hash("sha256", wording.body)) === sha256,
  );
}
