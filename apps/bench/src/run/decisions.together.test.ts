import { join } from "node:path";
import type { DecisionAnswer } from "@promptnce/core";
import { syntheticWorld } from "@promptnce/datasets";
import { readPrompt } from "@promptnce/prompts";
import { decisionServer } from "@promptnce/rehearsal/server";
import { simulated } from "@promptnce/rehearsal";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it, onTestFinished } from "vitest";
import { readCsv } from "../testing/read-csv.test.support.ts";
import { runMain } from "../testing/run-main.test.support.ts";

const truthful = simulated({
  read: readPrompt,
  joint: syntheticWorld("goemotions", "1"),
  profile: "truthful",
  seed: "1",
});

/** A server whose statements are .01 likelier in company, and the requests that it got. */
async function swayed() {
  const sent = { requests: 0, questions: 0 };
  const server = await decisionServer({
    intercept() {
      sent.requests++;
      return false;
    },
    async decide(prompt, { name, decision }) {
      sent.questions++;
      const { text } = await truthful.complete({ prompt, sample: 0, decision });
      const decided = JSON.parse(text) as DecisionAnswer;
      if (decided.probability === undefined || name === "answer") return decided;
      return { probability: decided.probability + 0.01 };
    },
    // As much for each question: which of them share a request depends on when replies come.
    tokens: ({ questions }) => 1000 * questions.length,
  });
  onTestFinished(() => server.close());
  return { sent, baseURL: server.baseURL };
}

it("measures how answers differ together and one by one, and what a thousand pairs cost", async () => {
  const { sent, baseURL } = await swayed();
  const out = newFolder();
  const data = "--pairs 20 --dev 5 --dataset synthetic-goemotions --experiment decisions";
  const model = `--model systemone:m --base-url ${baseURL} --price-in 1 --price-out 0 --yes`;
  const args = `${data} ${model} --questions-per-request 8 --rotations 2 --out ${out}`.split(" ");
  expect(await runMain(args, out)).toMatchObject({ code: 0 });
  expect(sent.requests).toBeLessThan(sent.questions);
  const rows = await readCsv(join(out, "tables", "decisions-people.csv"));
  const byWay = new Map(rows.map((row) => [row["way"], row]));
  const [open, closed, statement] = [
    "among options, with OTHER",
    "among options, closed",
    "a statement about y",
  ].map((way) => byWay.get(way));
  expect([open, closed, statement].map((row) => Number(row?.["together"]))).toEqual([
    expect.closeTo(0, 9),
    expect.closeTo(0, 9),
    expect.closeTo(0.01, 2),
  ]);
  expect(Number(open?.["price"])).toBeCloseTo(2, 9);
  expect(Number(statement?.["price"])).toBeCloseTo(1, 9);
  const before = { ...sent };
  expect(await runMain(["report", out], out)).toMatchObject({ code: 0 });
  expect(await readCsv(join(out, "tables", "decisions-people.csv"))).toEqual(rows);
  expect(sent).toEqual(before);
});
