import { type Ask, meanWithSem, standardError } from "@promptnce/core";
import { syntheticWorld } from "@promptnce/datasets/worlds";
import { expect, it } from "vitest";
import { idealAsk } from "../parts/ideal-ask.ts";
import { errorModels, erring } from "./error-models.ts";

const world = syntheticWorld("goemotions");
const { labels, inputs } = world;
const grounding = { examples: [], labels: [] };
const truth = idealAsk(world);
const of = (name: string, seed = "1", ask = truth): Ask => erring(ask, errorModels[name], seed);
const logit = (p: number): number => Math.log(p) - Math.log1p(-p);
const spread = (values: readonly number[]): number => standardError(Float64Array.from(values));
const mean = (values: readonly number[]): number => meanWithSem(values).mean;
const pairs = inputs.flatMap((x) => labels.slice(0, 4).map((y) => ({ x, y })));

/** In log-odds, of P(y|x) or of the grounded P(y), for each of many pairs. */
const errorsOf = (ask: Ask, kind: "conditional" | "base"): number[] =>
  pairs.slice(0, 800).map(({ x, y }) => {
    const query =
      kind === "base" ? ({ kind: "grounded", y, grounding } as const) : ({ kind: "conditional", x, y } as const);
    return logit(ask(query)!) - logit(truth(query)!);
  });

it("has a respondent for each cause of error that the study is about, and one with all", () => {
  expect(Object.keys(errorModels)).toEqual([
    "truthful",
    "independent",
    "pair",
    "label",
    "base rate",
    "input",
    "position",
    "rounding",
    "set size",
    "all",
  ]);
});

it("says what it said when it was fixed: whoever changes an error model compares methods on another", () => {
  const [x, candidates] = [inputs[0]!, labels.slice(0, 3)];
  const said = Object.keys(errorModels).map((name) => {
    const ask = of(name);
    const open = ask({ kind: "open", x, candidates })!;
    const numbers = [ask({ kind: "conditional", x, y: labels[1]! })!, ask({ kind: "marginal", y: labels[1]! })!];
    return [name, ...[...numbers, ...open.masses, open.other!].map((p) => p.toPrecision(3))].join(" ");
  });
  expect(said).toMatchInlineSnapshot(`
    [
      "truthful 0.00141 0.0145 0.0255 0.00141 0.00116 0.972",
      "independent 0.000393 0.115 0.00761 0.000271 0.0000549 0.992",
      "pair 0.000206 0.0306 0.00882 0.000183 0.000105 0.991",
      "label 0.000195 0.00676 0.0517 0.000166 0.000134 0.948",
      "base rate 0.000903 0.0308 0.0167 0.000796 0.000399 0.982",
      "input 0.000361 0.0306 0.0101 0.000321 0.000157 0.989",
      "position 0.000903 0.0306 0.0442 0.00151 0.000541 0.954",
      "rounding 0.00100 0.0300 0.0200 0.00 0.00 0.980",
      "set size 0.000903 0.0306 0.0751 0.0631 0.0628 0.799",
      "all 0.0000200 0.00800 0.100 0.0600 0.0600 0.780",
    ]
  `);
});

it("is a function of the query and the seed alone", () => {
  const query = { kind: "closed", x: inputs[3]!, candidates: labels.slice(4, 9) } as const;
  expect(of("all")(query)).toEqual(of("all")({ ...query }));
  expect(of("all")(query)).not.toEqual(of("all", "2")(query));
});

it.each(Object.keys(errorModels))("%s answers with probabilities, those of a set summing to one", (name) => {
  const ask = of(name);
  for (const x of inputs.slice(0, 50)) {
    const p = ask({ kind: "conditional", x, y: labels[2]! })!;
    expect(p > 0 && p < 1).toBe(true);
    const { masses, other } = ask({ kind: "open", x, candidates: labels.slice(0, 5) })!;
    expect([...masses, other!].every((mass) => mass >= 0)).toBe(true);
    expect(masses.reduce((sum, mass) => sum + mass, other!)).toBeCloseTo(1, 12);
  }
});

it("truthful makes no error", () => {
  expect(of("truthful")).toBe(truth);
});

it.each(["independent", "pair", "label", "input"])("%s errs about P(y|x)", (name) => {
  expect(spread(errorsOf(of(name), "conditional"))).toBeGreaterThan(0.7);
});

it.each(["independent", "label", "base rate"])("%s errs about P(y) by a nat", (name) => {
  const ask = erring(truth, { ...errorModels[name]!, noise: name === "independent" ? 1 : 0 }, "1");
  const errors = labels.map((y) => logit(ask({ kind: "marginal", y })!) - logit(world.marginal.get(y)!));
  expect(spread(errors)).toBeGreaterThan(0.6);
  expect(spread(errors)).toBeLessThan(1.4);
});

it.each(["pair", "input", "position", "set size"])("%s errs about P(y) as little as a repeated prompt", (name) => {
  expect(spread(errorsOf(of(name), "base"))).toBeLessThan(0.45);
});

it.each([
  ["pair", true],
  ["label", true],
  ["independent", false],
])("what %s errs by about a pair comes again in another question about it: %s", (name, again) => {
  const direct = errorsOf(of(name), "conditional");
  const other = pairs.slice(0, 800).map(({ x, y }) => {
    const query = { kind: "closed", x, candidates: [y, labels[27]!] } as const;
    return logit(of(name)(query)!.masses[0]!) - logit(truth(query)!.masses[0]!);
  });
  const product = mean(direct.map((error, i) => error * other[i]!)) - mean(direct) * mean(other);
  const correlation = product / (spread(direct) * spread(other));
  expect(correlation > 0.5).toBe(again);
});

it("label shifts P(y|x) and P(y) alike, which cancels in their ratio; base rate shifts P(y) alone", () => {
  const shared = (name: string): number => {
    const [given, base] = (["conditional", "base"] as const).map((kind) => errorsOf(of(name), kind)) as [
      number[],
      number[],
    ];
    return spread(given.map((error, i) => error - base[i]!));
  };
  expect(shared("label")).toBeLessThan(0.6);
  expect(shared("base rate")).toBeGreaterThan(0.8);
});

it("position favours the first of a list over the last by a nat", () => {
  const flat = { ...world, conditional: () => 0.25 };
  const ask = of("position", "1", idealAsk(flat));
  const lists = inputs.map((x) => ask({ kind: "closed", x, candidates: labels.slice(0, 4) })!.masses);
  expect(mean(lists.map(([first, , , last]) => Math.log(first! / last!)))).toBeCloseTo(1, 1);
});

it("set size gives each option of a list a share that falls with their number", () => {
  const sure = { ...world, conditional: (_: unknown, y: string) => (y === labels[0] ? 1 : 0) };
  const ask = of("set size", "1", idealAsk(sure));
  const least = [4, 25].map((k) => ask({ kind: "closed", x: inputs[0]!, candidates: labels.slice(0, k) })!.masses[1]!);
  expect(least[0]).toBeCloseTo(0.25 / 4, 2);
  expect(least[1]).toBeCloseTo(0.25 / 25, 2);
});

it("rounding says two decimals in a list, and of a single probability one digit where it is small", () => {
  const ask = of("rounding");
  const said = pairs.map(({ x, y }) => ask({ kind: "conditional", x, y })!).filter((p) => p < 0.09);
  expect(said.every((p) => /^[1-8]e/.test(p.toExponential()))).toBe(true);
  const zeros = inputs.filter((x) => ask({ kind: "open", x, candidates: labels.slice(0, 5) })!.masses.includes(0));
  expect(zeros.length).toBeGreaterThan(0);
});

it("who identifies errs by pair and, the other way round, by base rate, while a bias of labels cancels", () => {
  const candidates = labels.slice(0, 4);
  const errorsBy = (name: string): number[] => {
    const ask = erring(truth, { ...errorModels[name]!, noise: 0 }, "1");
    return inputs.slice(0, 200).map((x) => {
      const [said, right] = [ask, truth].map((of) => of({ kind: "identify", x, candidates })!.masses);
      return Math.log(said![0]! / said![1]!) - Math.log(right![0]! / right![1]!);
    });
  };
  expect(spread(errorsBy("pair"))).toBeGreaterThan(1);
  expect(Math.max(...errorsBy("label").map(Math.abs))).toBeLessThan(1e-6);
  const ask = erring(truth, { ...errorModels["base rate"]!, noise: 0 }, "1");
  const ofBase = candidates.map((y) => logit(ask({ kind: "marginal", y })!) - logit(world.marginal.get(y)!));
  for (const error of errorsBy("base rate")) expect(error).toBeCloseTo(ofBase[1]! - ofBase[0]!, 9);
});

it("rounding tells the unit of the digits that a set shows where a mass is zero", () => {
  const sets = inputs.map((x) => of("rounding")({ kind: "open", x, candidates: labels.slice(0, 5) })!);
  expect(sets.map(({ resolution }) => resolution)).toEqual(
    sets.map(({ masses, other }) => ([...masses, other].includes(0) ? 0.01 : undefined)),
  );
});

it("rounding says no zero among base rates, which are asked for without", () => {
  const sets = labels.map((y) =>
    of("rounding")({ kind: "base-rates", candidates: [y, ...labels.slice(0, 9)], grounding })!,
  );
  expect(sets.flatMap(({ masses }) => masses)).not.toContain(0);
});
