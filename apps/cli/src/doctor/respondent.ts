import { type Elicitation, elicit, type Pmf, type Provider, type Question } from "@promptnce/core";
import { meanWithSem } from "@promptnce/core/resampling";
import { syntheticWorld } from "@promptnce/datasets";
import { findTemplateIn } from "@promptnce/prompts";
import { RawTally, rawTexts } from "@promptnce/engine/run";
import { type Diagnosis, replyOr } from "./finding.ts";

/**
 * Single numbers, a closed set in each of its orders, and open sets that leave out one label, all
 * about a synthetic world in ChaosNLI's form that the simulated server knows too.
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
    ...orders.map((order) => ({
      ...all,
      kind: "open" as const,
      x: inputs[1]!,
      candidates: order.slice(1),
    })),
  ];
}

/** Asks ten short questions one after the other, and reports what kind of respondent answered. */
export async function examineRespondent(check: string, provider: Provider): Promise<Diagnosis[]> {
  const findTemplate = findTemplateIn(provider.writes === false ? "decisions" : "faithful");
  const begun = performance.now();
  const answered: Elicitation[] = [];
  let problem = "";
  for (const question of tenQuestions()) {
    const answer = await replyOr(elicit(question, { findTemplate, provider }));
    if (!(answer instanceof Error)) answered.push(answer);
    else if (answered.length === 0) return [{ status: "fail", check, message: answer.message }];
    else problem = `; asking stopped: ${answer.message}`;
    if (problem !== "") break;
  }
  const seconds = (performance.now() - begun) / 1000 / answered.length;
  const tokens = mean(answered.map(({ reply }) => reply.usage?.outputTokens ?? 0));
  const reasons = answered.flatMap(({ reading }) => (reading.ok ? [] : [reading.reason]));
  const byReason = Map.groupBy(reasons, (reason) => reason);
  const causes = Array.from(byReason, ([reason, of]) => `${of.length} ${reason}`);
  if (causes.length > 0)
    problem = `, ${reasons.length} cannot be read: ${causes.join("; ")}${problem}`;
  const read = `${answered.length - reasons.length} of ${answered.length} replies can be read${problem}`;
  return [
    finding(check, problem === "", read),
    ...judge(answered),
    finding("pace", true, `${seconds.toFixed(1)} seconds and ${Math.round(tokens)} tokens a reply`),
  ];
}

/**
 * In a closed set of three, each place has a third of the mass over all orders if only the label
 * counts.
 */
const MUCH_OF_A_PLACE = 0.5;

function judge(answered: readonly Elicitation[]): Diagnosis[] {
  const raw = new RawTally();
  for (const answer of answered) {
    raw.add(answer);
  }
  const kinds = Object.values(raw.byKind);
  const sum = (of: "doubtful" | "unreadable" | "outOfRange"): number =>
    kinds.reduce((total, kindCount) => total + kindCount[of], 0);
  const answers = answered.flatMap(({ reading }) => (reading.ok ? [reading.answer] : []));
  const numbers = answers.filter((answer) => typeof answer === "number");
  const sets = answers.filter(
    (answer): answer is Pmf => typeof answer === "object" && "labels" in answer,
  );
  const others = sets.flatMap(({ other }) => other ?? []);
  const closed = sets.filter(({ other }) => other === undefined);
  const places = [0, 1, 2].map((place) => mean(closed.map(({ masses }) => masses[place]!)));
  const most = Math.max(...places);
  const place = `place ${places.indexOf(most) + 1} of a closed set holds ${most.toFixed(2)} of the mass whichever label stands there; 0.33 would be its share`;
  const used = others.filter((other) => other > 0).length;
  const otherText = `OTHER holds ${mean(others).toFixed(2)} on average where one label of three is left out; used in ${used} of ${others.length} sets`;
  const [verdict] = [
    2 * sum("unreadable") > answered.length &&
      "most of what it says cannot be read, so a run would stop early; another model, or structured mode, may help",
    numbers.length > 2 &&
      new Set(numbers).size === 1 &&
      `it answers ${numbers[0]} whatever number it is asked for, so its answers ignore the question`,
    2 * sum("doubtful") > sets.length &&
      "its masses are no distribution, and rescaled they mean little; ask for single numbers (direct-split), or another model",
  ].filter((sentence) => sentence !== false);
  return [
    finding("numbers", sum("doubtful") + sum("outOfRange") === 0, rawTexts(raw.byKind).join(" · ")),
    ...(others.length > 0 ? [finding("OTHER", used > 0, otherText)] : []),
    ...(closed.length === 3 && most > MUCH_OF_A_PLACE ? [finding("order", false, place)] : []),
    finding(
      "respondent",
      !verdict,
      verdict ?? "it answers in probabilities, and its masses sum to about one",
    ),
  ];
}

const mean = (values: readonly number[]): number => meanWithSem(values).mean;

function finding(check: string, fine: boolean, message: string): Diagnosis {
  return { status: fine ? "ok" : "warn", check, message };
}
