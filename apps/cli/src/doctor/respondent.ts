import { type Elicitation, elicitOne, type Pmf, type Provider, type Question } from "@promptnce/core";
import { syntheticWorld } from "@promptnce/datasets";
import { findTemplate } from "@promptnce/prompts";
import { RawTally, rawTexts } from "@promptnce/providers/run";
import { type Finding, replyOr } from "./finding.ts";

/**
 * Ten questions, a few of each kind: single numbers, a closed set in each of its orders, and open sets that leave one
 * label out. They are about a made-up world of ChaosNLI's form, which the simulated server knows too.
 */
function tenQuestions(): Question[] {
  const { labels, observations } = syntheticWorld("chaosnli");
  const inputs = observations.flatMap(({ x, y }) => (y === labels[0] ? [x] : []));
  const all = { task: "chaosnli", sample: 0 } as const;
  const orders = labels.map((_, i) => [...labels.slice(i), ...labels.slice(0, i)]);
  return [
    { ...all, kind: "marginal", y: "neutral" },
    ...labels.map((y, i) => ({ ...all, kind: "conditional" as const, x: inputs[i]!, y })),
    ...orders.map((candidates) => ({ ...all, kind: "closed" as const, x: inputs[0]!, candidates })),
    ...orders.map((order) => ({ ...all, kind: "open" as const, x: inputs[1]!, candidates: order.slice(1) })),
  ];
}

/** Asks ten short questions, one after the other, and says what came: what kind of respondent this is. */
export async function examineRespondent(check: string, provider: Provider): Promise<Finding[]> {
  const [questions, begun] = [tenQuestions(), performance.now()];
  const answered: Elicitation[] = [];
  let problem = "";
  for (const question of questions) {
    const one = await replyOr(elicitOne(question, { findTemplate, provider }));
    if (one instanceof Error && answered.length === 0) return [{ status: "fail", check, message: one.message }];
    if (one instanceof Error) {
      problem = `; asking went no further: ${one.message}`;
      break;
    }
    answered.push(one);
  }
  const seconds = (performance.now() - begun) / 1000 / answered.length;
  const tokens = answered.reduce((sum, { reply }) => sum + (reply.usage?.outputTokens ?? 0), 0) / answered.length;
  const reasons = answered.flatMap(({ reading }) => (reading.ok ? [] : [reading.reason]));
  const causes = Array.from(
    Map.groupBy(reasons, (reason) => reason),
    ([reason, of]) => `${of.length} ${reason}`,
  );
  const bad = causes.length === 0 ? "" : `, ${reasons.length} cannot be read: ${causes.join("; ")}`;
  const read = `${answered.length - reasons.length} of ${answered.length} replies can be read${bad}${problem}`;
  return [
    { status: bad + problem === "" ? "ok" : "warn", check, message: read },
    ...judge(answered),
    { status: "ok", check: "pace", message: `${seconds.toFixed(1)} seconds and ${Math.round(tokens)} tokens a reply` },
  ];
}

/** In a closed set of three each place has a third of the mass, over all orders, where only the label counts. */
const MUCH_OF_A_PLACE = 0.5;

function judge(answered: readonly Elicitation[]): Finding[] {
  const raw = new RawTally();
  for (const one of answered) raw.add(one);
  const numbers = answered.flatMap(({ reading }) =>
    reading.ok && typeof reading.answer === "number" ? [reading.answer] : [],
  );
  const closed = answersOf(answered, "closed");
  const others = answersOf(answered, "open").map(({ other = 0 }) => other);
  const places = [0, 1, 2].map((i) => mean(closed.map(({ masses }) => masses[i] ?? 0)));
  const most = Math.max(...places);
  const byPlace = closed.length === 3 && most > MUCH_OF_A_PLACE;
  const kinds = Object.values(raw.byKind);
  const sum = (of: "doubtful" | "unreadable" | "outOfRange"): number =>
    kinds.reduce((total, one) => total + one[of], 0);
  const verdicts = [
    2 * sum("unreadable") > answered.length &&
      "most of what it says cannot be read, so that a run would stop early; another model, or structured mode, may help",
    numbers.length > 2 &&
      new Set(numbers).size === 1 &&
      `it says ${numbers[0]} whatever number it is asked for, so nothing of the question is in its answers`,
    2 * sum("doubtful") > closed.length + others.length &&
      "its masses are no distribution, and what they are rescaled to means little; ask for single numbers (direct-split), or another model",
  ].filter((verdict) => verdict !== false);
  const odd = sum("doubtful") + sum("outOfRange") > 0;
  return [
    { status: odd ? "warn" : "ok", check: "numbers", message: rawTexts(raw.byKind).join(" · ") },
    ...(others.length === 0 ? [] : [otherFinding(others)]),
    ...(byPlace ? [placeFinding(places.indexOf(most) + 1, most)] : []),
    {
      status: verdicts.length === 0 ? "ok" : "warn",
      check: "respondent",
      message: verdicts[0] ?? "it answers in probabilities, and its masses sum to about one",
    },
  ];
}

function otherFinding(others: readonly number[]): Finding {
  const used = others.filter((other) => other > 0).length;
  const message = `OTHER holds ${mean(others).toFixed(2)} on average where one label of three is left out; used in ${used} of ${others.length} sets`;
  return { status: used > 0 ? "ok" : "warn", check: "OTHER", message };
}

function placeFinding(place: number, share: number): Finding {
  const message = `place ${place} of a closed set holds ${share.toFixed(2)} of the mass whichever label stands there; 0.33 is its share`;
  return { status: "warn", check: "order", message };
}

function answersOf(answered: readonly Elicitation[], kind: "closed" | "open"): Pmf[] {
  return answered.flatMap(({ question, reading }) =>
    question.kind === kind && reading.ok ? [reading.answer as Pmf] : [],
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
