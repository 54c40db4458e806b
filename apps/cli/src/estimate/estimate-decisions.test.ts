import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Decision, DecisionAnswer } from "@promptnce/core";
import { readJournal } from "@promptnce/engine/journal";
import { readPrompt } from "@promptnce/prompts";
import { decisionServer, type FaultShares, simulatedServer } from "@promptnce/rehearsal/server";
import { simulated } from "@promptnce/rehearsal";
import Papa from "papaparse";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { estimateCounted, newFolder, promptnce } from "../promptnce.test.support.ts";

const COUNTS = [
  ["cat", "dog", 30],
  ["cat", "mouse", 20],
  ["sun", "moon", 25],
  ["sun", "hot", 15],
  ["sea", "moon", 5],
  ["sea", "dog", 35],
] as const;

const total = (of: (row: (typeof COUNTS)[number]) => boolean): number =>
  COUNTS.filter(of).reduce((sum, [, , n]) => sum + n, 0);
/** Of somebody who gives every word now and then, and with three words left that nobody lists. */
const conditional = ({ cue }: Readonly<Record<string, string>>, y: string): number =>
  (total((row) => row[0] === cue && row[1] === y) + 1) / (total((row) => row[0] === cue) + 7);
const marginal = new Map<string, number>(
  COUNTS.map(([, y]) => [y, total((row) => row[1] === y) / total(() => true)]),
);
const truthful = simulated({
  read: readPrompt,
  profile: "truthful",
  seed: "1",
  joint: { name: "toy", marginal, conditional },
});

/** A server that answers truthfully, a table, and what asks about it. */
const given = (...more: readonly string[]) => givenServer(truthfully, more);

type Decide = (prompt: string, decision: Decision) => DecisionAnswer | Promise<DecisionAnswer>;

const truthfully: Decide = async (prompt, decision) => {
  const { text } = await truthful.complete({ prompt, sample: 0, decision });
  return JSON.parse(text) as DecisionAnswer;
};

async function givenServer(
  decide: Decide,
  more: readonly string[],
  counts: readonly (readonly [string, string, number])[] = COUNTS,
) {
  const asked: string[] = [];
  const sent = { requests: 0, questions: [] as SentQuestion[] };
  const server = await decisionServer({
    intercept() {
      sent.requests++;
      return false;
    },
    decide: async (prompt, { decision }) => {
      asked.push(decision.instructions);
      return decide(prompt, decision);
    },
    tokens({ state, questions }) {
      const decisions = questions.map(({ decision }) => JSON.stringify(decision));
      sent.questions.push(...decisions.map(({ length }) => ({ state, length })));
      return Math.ceil((state.length + decisions.join("").length) / 4);
    },
  });
  onTestFinished(() => server.close());
  const folder = newFolder();
  const [rows, store] = ["pairs.csv", "replies.jsonl"].map((name) => join(folder, name)) as [
    string,
    string,
  ];
  writeFileSync(rows, ["cue,response,n", ...counts.map((row) => row.join(","))].join("\n"));
  const model = ["--model", "systemone:laya", "--base-url", server.baseURL];
  const args = estimateCounted(rows);
  return {
    asked,
    sent,
    folder,
    store,
    args: [...args, ...model, "--store", store, "--k", "3", ...more],
  };
}

/** A question as the server got it: its state, and its own length in characters. */
interface SentQuestion {
  readonly state: string;
  readonly length: number;
}

/**
 * The tokens of questions that share as few requests as they can; which do depends on when replies
 * come.
 */
function fewestTokens(questions: readonly SentQuestion[], most: number): number {
  const lengths = [...Map.groupBy(questions, ({ state }) => state)].map(([state, about]) => {
    const states = Math.ceil(about.length / most) * state.length;
    return about.reduce((sum, { length }) => sum + length, states);
  });
  return lengths.reduce((sum, length) => sum + length, 0) / 4;
}

/** The same of the simulated respondent. */
const withoutModel = (args: readonly string[], store: string) => [
  ...args.slice(0, args.indexOf("--model")),
  "--store",
  store,
];

const close = (value: unknown): unknown => expect.closeTo(value as number, 12);

const read = (csv: string) =>
  Papa.parse<Readonly<Record<string, string>>>(csv, { header: true, skipEmptyLines: true }).data;

describe("promptnce estimate of a decision model", () => {
  it("recovers the counts, records its mode, keeps the replies and asks nothing twice", async () => {
    const { args, asked, store } = await given(
      "--methods",
      "promptnce:ungrounded,direct-split:ungrounded",
      "--rotations",
      "2",
    );
    const { status, stdout, stderr } = await promptnce(args);
    expect([status, stderr]).toEqual([
      0,
      expect.stringContaining("words/open.decisions@1: by position, the probabilities average 0."),
    ]);
    const rows = read(stdout);
    expect(rows.map(({ mode }) => mode)).toEqual(Array(12).fill("decisions"));
    for (const { cue = "", y = "", conditional: p, marginal: base } of rows) {
      expect(Number(p)).toBeCloseTo(conditional({ cue }, y), 9);
      expect(Number(base)).toBeCloseTo(marginal.get(y)!, 9);
    }
    const count = asked.length;
    for (const { decision, provider } of readJournal(store, () => {})) {
      expect([provider, decision?.instructions]).toEqual([
        "systemone-compatible",
        expect.stringMatching(/chosen participant/),
      ]);
    }
    expect((await promptnce(args)).stdout).toBe(stdout);
    expect(asked).toHaveLength(count);
  });

  it("puts sums of .99 and 1.01 right in the conditional as in the implied base rate, and keeps a base rate that is asked", async () => {
    // The masses of dog, mouse and OTHER about cue A, B and C, with two decimals.
    const masses = [
      [0.33, 0.33, 0.33],
      [0.35, 0.33, 0.33],
      [0.5, 0.3, 0.2],
    ] as const;
    const cues = Array.from({ length: 12 }, (_, i) => `${"ABC"[i % 3]}${i}`);
    const aboutCue = (cue: string) => masses["ABC".indexOf(cue[0]!)]!;
    const decide: Decide = (state, { options }) => {
      if (options === undefined) return { probability: 0.07 };
      const shown = aboutCue(/CUE: ([ABC])/.exec(state)![1]!);
      const places = options.map(({ description }) => ["dog", "mouse"].indexOf(description));
      return {
        probabilities: options.map(({ id }, i) => ({ id, probability: shown.at(places[i]!)! })),
      };
    };
    const counts = cues.flatMap((cue) => [[cue, "dog", 1] as const, [cue, "mouse", 1] as const]);
    const methods = ["--methods", "promptnce:ungrounded,promptnce:implied", "--k", "2"];
    const { args, store } = await givenServer(decide, methods, counts);
    const { status, stdout } = await promptnce(args);
    expect(status).toBe(0);
    const dogs = read(stdout).filter(({ y }) => y === "dog");
    const given = [0.33 / 0.99, 0.35 / 1.01, 0.5];
    const implied = (given[0]! + given[1]! + given[2]!) / 3;
    const expected = cues.flatMap((_, i) => [
      ["promptnce:ungrounded", given[i % 3], 0.07],
      ["promptnce:implied", given[i % 3], implied],
    ]);
    expect(
      dogs.map(({ method, conditional: p, marginal: base }) => [method, Number(p), Number(base)]),
    ).toEqual(expected.map(([method, p, base]) => [method, close(p), close(base)]));
    const kept = [...readJournal(store, () => {})].map(({ reply }) => reply.text);
    expect(kept).toContainEqual(expect.stringContaining('"probability":0.35'));
  });

  it("asks several questions about one x in a request where that is chosen, apart from those asked alone", async () => {
    const methods = ["--methods", "promptnce:ungrounded,direct-split:ungrounded"];
    const { args, asked, sent, store } = await given(...methods, "--rotations", "2");
    const alone = await promptnce(args);
    const questions = asked.length;
    expect(sent.requests).toBe(questions);
    const several = [...args, "--questions-per-request", "8"];
    expect((await promptnce(several)).stdout).toBe(alone.stdout);
    expect(asked).toHaveLength(2 * questions);
    // How many share a request depends on when replies come.
    expect(sent.requests - questions).toBeLessThan(questions);
    const kept = [...readJournal(store, () => {})].slice(questions);
    expect(kept.map(({ settings }) => settings)).toEqual(kept.map(() => ({ questions: 8 })));
    expect((await promptnce(several)).stdout).toBe(alone.stdout);
    expect(asked).toHaveLength(2 * questions);
  });

  it("asks what a faulty server spoils again, and ends with the numbers of one without faults", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    onTestFinished(() => void vi.restoreAllMocks());
    const { args } = await given("--methods", "promptnce:ungrounded,direct-split:ungrounded");
    /** The same of a simulated server, whose outcomes are counted. */
    const askedOf = async (faults: FaultShares, ...more: readonly string[]) => {
      await using server = await simulatedServer({ respondent: truthful, faults });
      const store = join(newFolder(), "replies.jsonl");
      const there = args.with(args.indexOf("--base-url") + 1, server.openaiUrl);
      const run = [...there.with(args.indexOf("--store") + 1, store), ...more];
      return { ...(await promptnce(run)), outcomes: Object.keys(server.stats().outcomes) };
    };
    const { stdout } = await askedOf({});
    const faults = { "429": 0.1, "500": 0.1, drop: 0.1, malformed: 0.2, truncated: 0.2 };
    const found = await askedOf(faults, "--questions-per-request", "4");
    expect(found.stdout).toBe(stdout);
    // Which requests are spoilt depends on which questions share one.
    expect(found.outcomes.length).toBeGreaterThan(1);
  });

  it.each([1, 3, 8])(
    "has a forecast of the tokens that the server counts, with %i questions a request",
    async (questions) => {
      const several = ["--questions-per-request", `${questions}`];
      const methods = ["--methods", "promptnce:ungrounded,direct-split:ungrounded"];
      const { args, sent } = await given(...methods, "--rotations", "2", ...several);
      const { stdout } = await promptnce([...args, "--dry-run"]);
      const [, forecast = ""] = /input tokens +([\d,]+) /.exec(stdout) ?? [];
      expect((await promptnce(args)).status).toBe(0);
      const tokens = Number(forecast.replaceAll(",", ""));
      const fewest = fewestTokens(sent.questions, questions);
      expect(tokens).toBeGreaterThanOrEqual(fewest);
      // Each question is rounded up to a token by itself.
      expect(tokens).toBeLessThanOrEqual(fewest + sent.questions.length);
    },
  );

  it("has a forecast without output, and a budget", async () => {
    const prices = ["--price-in", "0.1", "--price-out", "0"];
    const methods = ["--methods", "promptnce:ungrounded"];
    const { args, asked } = await given(...methods, ...prices, "--dry-run");
    const { status, stdout } = await promptnce(args);
    expect([status, asked]).toEqual([0, []]);
    expect(stdout).toMatch(/output tokens +0 expected/);
    const spent = await given(...methods, ...prices, "--budget", "0.0000001", "--yes");
    const stopped = await promptnce(spent.args);
    expect(stopped.status).not.toBe(0);
    expect(spent.asked).toEqual([]);
  });

  it.each([
    [["--batch"], "--batch: "],
    [["--read-from", "reply"], "systemone makes decisions and writes no text"],
    [["--structured"], "a schema constrains written replies, and decisions are read without one"],
    [["--methods", "direct-pmi"], "direct-pmi asks for what no single decision can say"],
    [["--k", "255"], "a decision has 255 options at most"],
    [["--methods", "gem"], "gem"],
  ])("does not go with %j", async (more, sentence) => {
    const { args, asked } = await given(...more);
    const { status, stderr } = await promptnce(args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(sentence)]);
    expect(asked).toEqual([]);
  });

  it("is never compared with replies that were written", async () => {
    const { args, folder } = await given("--methods", "direct-split:ungrounded");
    const [decided, spoken] = ["decided.csv", "spoken.csv"].map((name) => join(folder, name)) as [
      string,
      string,
    ];
    await promptnce([...args, "--out", decided]);
    await promptnce([
      ...withoutModel(args, `${spoken}.replies`),
      "--methods",
      "direct-split:ungrounded",
      "--out",
      spoken,
    ]);
    expect(readFileSync(spoken, "utf8")).not.toContain(",mode,");
    expect(await promptnce(["compare", spoken, decided])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("was asked in faithful mode and"),
    });
  });
});

it("doctor asks ten questions of a decision model, and tries no settings", async () => {
  const { args } = await given();
  const model = args.slice(args.indexOf("--model"), args.indexOf("--store"));
  const { stdout, status } = await promptnce(["doctor", ...model]);
  expect(stdout).toContain("of 10 replies can be read");
  expect(stdout).not.toContain("scoring");
  expect(status).toBe(0);
});

it("a simulated respondent answers decisions too, and prints them", async () => {
  const { args, store } = await given();
  const { status, stdout } = await promptnce([
    ...withoutModel(args, store),
    "--read-from",
    "decisions",
    "--methods",
    "promptnce:ungrounded",
  ]);
  expect(status).toBe(0);
  expect(read(stdout)[0]).toMatchObject({ mode: "decisions" });
  const render = "prompts render words/open.decisions --x cue=SHOVE --candidates PUSH,OTHER";
  const prompt = await promptnce(render.split(" "));
  expect(prompt.stdout).toContain(
    "CUE: SHOVE\n\nQUESTION:\nWhich word does a randomly chosen participant say",
  );
  expect(prompt.stdout).toContain("OPTIONS:\nc1: PUSH\nc2: OTHER\nc3: The response is some word");
});
