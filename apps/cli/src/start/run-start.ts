import { Command } from "commander";
import { listText } from "@promptnce/core/errors";
import { checkPlace } from "@promptnce/engine/files";
import { checkModels } from "#command";
import { UsageError } from "#command/errors";
import { print, say, shellWord, typedAs } from "#command/start";
import { checkOwnFiles, personAtTerminal } from "#command/terminal";
import { checkFile } from "@promptnce/rows/input";
import { estimate } from "../estimate/estimate.ts";
import { foundModels } from "../models/found-models.ts";
import { askModel } from "./ask-model.ts";
import { type BegunStudy, begunStudy, setModel } from "./begun-study.ts";
import { confirmed } from "./confirmed.ts";
import { writeExample } from "./example-rows.ts";
import { firstPrompt } from "./first-prompt.ts";
import { EXAMPLE_NAMES, type Places, type StartOptions } from "./start-options.ts";
import { SAMPLE, surveyed } from "./surveyed.ts";
import { writeStudy } from "./new-study.ts";

/** From a file of rows to a study, one of its prompts, and the estimates of ten pairs. */
export async function runStart(named: string | undefined, said: StartOptions): Promise<void> {
  const { example } = said;
  const file = named ?? (example && `${example}.csv`);
  if (file === undefined) throw new UsageError(NO_ROWS);
  if (example === undefined) checkFile(file, "a file of rows");
  const places = placesFor(file, said);
  const given = example === undefined ? said : writeExample(example, file, said);
  const { study } = places;
  const isAsked = given.yes !== true && personAtTerminal() !== undefined;
  const begun = given.force ? undefined : begunStudy(file, places, given);
  const isOpen = isAsked && begun === undefined && (given.model ?? given.provider) === undefined;
  const options = isOpen ? { ...given, ...(await askModel(await foundModels())) } : given;
  await checkModels(options);
  const prompt =
    begun === undefined
      ? await writeStudy(file, places, { ...options, isAsked })
      : await goOn(begun, places, options);
  print(`A prompt, as the model gets it:\n\n${prompt}\n\n`);
  const command = `${typedAs()}promptnce estimate ${shellWord(study)}`;
  if (isAsked && !(await confirmed("Is this right? The prompt is sent as it is.", true))) {
    say(`Change ${study}, and run it:\n  ${command} --sample ${SAMPLE}`);
    return;
  }
  const program = new Command("promptnce").exitOverride();
  estimate(program);
  const words = ["estimate", study, "--sample", String(SAMPLE), ...(options.yes ? ["--yes"] : [])];
  await program.parseAsync(words, { from: "user" });
  print(
    `\nLook at the page, correct ${study} where it is wrong, and estimate all rows:\n  ${command}`,
  );
}

const NO_ROWS = `start: name a file of rows, or an example to play with: --example ${listText(EXAMPLE_NAMES, "or")}`;

/** Takes up a study whose first run did not end, and returns one of its prompts. */
async function goOn(begun: BegunStudy, { study }: Places, options: StartOptions): Promise<string> {
  const { rows, task } = begun;
  setModel(study, options);
  say(
    `${study} already exists, and its first run did not finish, so this goes on with it. To start afresh, add --force.`,
  );
  return firstPrompt(task, (await surveyed(rows, task)).asked);
}

/** Where the files go. @throws UsageError for a file that would be overwritten */
function placesFor(file: string, { study: named }: StartOptions): Places {
  if (file === "-")
    throw new UsageError("start: standard input is for your answers; name a file of rows");
  const stem = file.replace(/\.\w+$/, "");
  const study = named ?? `${stem}.study.yaml`;
  const read = { path: file, is: "the file the rows come from" };
  checkOwnFiles([{ path: study, option: "--study", is: "the study" }], [read]);
  checkPlace(study, "study");
  return {
    study,
    rows: `${stem}.rows.csv`,
    out: `${stem}.pmi.csv`,
    report: `${stem}.pmi.html`,
  };
}
