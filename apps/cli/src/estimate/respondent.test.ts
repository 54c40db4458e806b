import { expect, it } from "vitest";
import { respondent } from "./prepare.ts";
import { inBatches, row } from "./rows.test.support.ts";
import { survey } from "@promptnce/rows/survey";
import { taskSetup } from "@promptnce/rows/tasks";

const task = await taskSetup("words", "faithful");
const rows = [row("cat", "a", 3), row("cat", "b", 1), row("sun", "b", 4)];

async function answering(counted: boolean, choice = { provider: "simulated", model: "truthful" }) {
  const columns = { x: [{ field: "cue", column: "cue" }], y: "y", ...(counted && { count: "n" }) };
  const surveyed = await survey(inBatches(rows), { columns, file: "r.csv", seed: "1" });
  const model = { concurrency: 1, replies: { entries: () => [] }, dryRun: true };
  const given = { profile: "truthful", seed: "1" };
  return respondent({ choice, model, given } as never, { task, survey: surveyed, file: "r.csv" });
}

/** P(b|cat) as the respondent says it. */
async function conditional({ provider }: Awaited<ReturnType<typeof answering>>): Promise<unknown> {
  const question = {
    kind: "conditional",
    task: "words",
    x: { cue: "cat" },
    y: "b",
    sample: 0,
  } as const;
  const template = task.findTemplate(question);
  const { text } = await provider.complete({ prompt: template.render(question), sample: 0 });
  return template.parse(question, text);
}

it("without a model, a simulated respondent answers from the counts and the output says so", async () => {
  const who = await answering(true);
  expect(who).toMatchObject({
    simulated: true,
    title: "the simulated respondent (truthful), not a model: it answers from the rows' own counts",
  });
  expect(await conditional(who)).toMatchObject({ ok: true, answer: 0.25 });
});

it("without counts, it answers from a made-up distribution and the output says so", async () => {
  const who = await answering(false);
  expect(who.title).toMatch(/answers from a made-up distribution over these labels$/);
  expect(await conditional(who)).toMatchObject({ ok: true });
  expect(JSON.stringify(who.provider.settings)).not.toBe(
    JSON.stringify((await answering(true)).provider.settings),
  );
});

it("a named model is reported by its name and its provider's", async () => {
  const who = await answering(true, { provider: "openai", model: "gpt" });
  expect(who).toMatchObject({ simulated: false, title: "gpt (openai)" });
});
