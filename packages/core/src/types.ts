import type { Continuation, JsonSchema, Reply } from "./provider.ts";

/** A category of Y. Never used as an object key: `OTHER` and `CONSTRUCTOR` are real labels. */
export type Label = string;

/** Of a label, all that are declared to mean the same, itself among them: always the same ones in the same order. */
export type SynonymsOf = (y: Label) => readonly Label[];

/** The named text fields of one x, e.g. `{ cue }`, `{ premise, hypothesis }`, `{ comment }`. */
export type Input = Readonly<Record<string, string>>;

/**
 * The named text fields within which probabilities are, as `{ question }` of a survey: P(y | x, c) and P(y | c). A prompt
 * that shows x and context has the fields of both in x.
 */
export type Context = Input;

/** P(y) of every label. Need not sum to one: unlisted responses or several labels a rater. */
export type Marginal = ReadonlyMap<Label, number>;

/** How many of `total` people gave each label; none gave one that is not there. */
export interface CountedLabels {
  readonly counts: ReadonlyMap<Label, number>;
  readonly total: number;
  /** Labels whose rates the counts are compared with where trials are not estimated together. */
  readonly asked?: readonly Label[];
}

/** One x with one y. `id` is unique in its dataset and is what seeds the pair's candidate set. */
export interface Pair {
  readonly id: string;
  readonly x: Input;
  readonly y: Label;
  /** Within which PMI is, log P(y | x, c) − log P(y | c); absent where one context is that of all pairs. */
  readonly context?: Context;
}

/** A pair with what people did: probabilities, and PMI in nats. The same shape as {@link Estimate}. */
export interface Observation extends Pair {
  /** P(y|x), above zero. */
  readonly conditional: number;
  /** P(y), above zero. */
  readonly marginal: number;
  /** log P(y|x) − log P(y), in nats. */
  readonly pmi: number;
  /** How many people answered about x, and how many of them gave y, where they were counted. */
  readonly raters?: number;
  readonly responses?: number;
}

/** A pair with its candidate set, which holds `y` exactly once. */
export interface Trial extends Pair {
  readonly candidates: readonly Label[];
}

/**
 * A probability mass function over listed labels and, apart from them, the mass on everything else. A label that is
 * spelled OTHER is in `labels`; the category OTHER is `other`.
 */
export interface Pmf {
  readonly labels: readonly Label[];
  /** Mass of the label at the same place, each in [0, 1]. */
  readonly masses: readonly number[];
  /** Mass on labels not listed; absent where the set was closed. */
  readonly other?: number;
  /**
   * Where a mass is zero: the unit of the last digit that the reply shows, scaled as the masses are. A zero then stands
   * for less than half of it. Absent where the reply has no decimals.
   */
  readonly resolution?: number;
  /** What the masses summed to in the reply, where that is too far from one to be rounding: they were not meant as such. */
  readonly doubtfulSum?: number;
}

/** An input that a grounded base-rate prompt shows, with a response to it or several. */
export interface GroundingExample extends Pick<Pair, "x" | "y"> {
  /** All that are shown, the commonest first; y alone if not given. */
  readonly responses?: readonly Label[];
}

/** What a grounded base-rate prompt shows of the dataset: no frequencies, no PMI (Section 2.1). */
export interface Grounding {
  readonly examples: readonly GroundingExample[];
  readonly labels: readonly Label[];
}

/** Another way of asking for a conditional (the paper's prompting interventions), with development pairs to show. */
export type Intervention =
  | { readonly name: "generate-then-rank" | "log-scale-prior" }
  | {
      readonly name: "few-shot";
      readonly examples: readonly Pick<Observation, "x" | "y" | "conditional">[];
    }
  | {
      readonly name: "distribution-aware";
      /** Least, quartiles and most of P(y|x) over the development pairs. */
      readonly quantiles: readonly [number, number, number, number, number];
    };

/**
 * What stands where x would, so that a log-likelihood becomes a base rate: the words "Not available" in every field,
 * nothing, or a sentence that says what y is about. It moves the score by nats, so it is part of the question.
 */
export type NullContext = "not-available" | "empty" | "premise";

/** How y is scored as a continuation; see {@link Continuation}. */
export type Scoring = Pick<Continuation, "template" | "span">;

/** What a model's own probabilities say of a text. */
export interface LogLikelihood {
  /** The sum over the span's tokens, in nats. */
  readonly nats: number;
  readonly tokens: number;
  /** Of the text in UTF-8, whatever the span. */
  readonly bytes: number;
}

/** What an estimator can ask, as plain data. */
export type Query = (
  | { readonly kind: "pmi"; readonly x: Input; readonly y: Label }
  | {
      readonly kind: "conditional";
      readonly x: Input;
      readonly y: Label;
      readonly intervention?: Intervention;
    }
  | { readonly kind: "closed"; readonly x: Input; readonly candidates: readonly Label[] }
  | { readonly kind: "open"; readonly x: Input; readonly candidates: readonly Label[] }
  | { readonly kind: "marginal"; readonly y: Label; readonly context?: Context }
  | {
      readonly kind: "grounded";
      readonly y: Label;
      readonly grounding: Grounding;
      readonly context?: Context;
    }
  | {
      readonly kind: "likelihood";
      readonly x: Input | NullContext;
      readonly y: Label;
      readonly scoring: Scoring;
      /** Shown with a null context in the place of the rest of x. */
      readonly context?: Context;
    }
) &
  /** By how many places options are turned round, in wordings that show any: 1 begins with the second. */
  { readonly rotation?: number };

export type Kind = Query["kind"];

export type QueryOf<K extends Kind> = Extract<Query, { readonly kind: K }>;

/** A query put to one task's templates; `sample` numbers repeated draws from 0. */
export type QuestionOf<K extends Kind> = QueryOf<K> & {
  readonly task: string;
  readonly sample: number;
};

export type Question = { [K in Kind]: QuestionOf<K> }[Kind];

/** A PMF for the kinds over a set; nats for `pmi`; a probability for the rest that are asked. */
export type AnswerOf<K extends Kind> = K extends "closed" | "open"
  ? Pmf
  : K extends "likelihood"
    ? LogLikelihood
    : number;

export type Answer = number | Pmf | LogLikelihood;

/**
 * Answers a query, or gives `undefined` where no readable answer is known. An estimator asks all it needs before it
 * looks at any answer, so that a recording `ask` sees every question.
 */
export type Ask = <K extends Kind>(query: QueryOf<K>) => AnswerOf<K> | undefined;

/** What one method says of one trial, PMI in nats. A part that could not be elicited is absent. */
export interface Estimate {
  /** P̂(y|x) as elicited, before the clamp. */
  readonly conditional?: number;
  /** P̂(y) as elicited, before the clamp; absent where the method takes no marginal. */
  readonly marginal?: number;
  readonly pmi?: number;
  /** log P(y|x) in nats, of a method that scores texts: no probability, which would be too small for a number. */
  readonly logConditional?: number;
  /** log P(y|null context) in nats, likewise. */
  readonly logMarginal?: number;
}

/** The trials that are estimated together, and an `ask` that looks up what was answered about any of them. */
export interface TrialGroup {
  readonly trials: readonly Trial[];
  readonly ask: Ask;
}

/**
 * A method of the paper: a pure function, run once to plan and once to estimate. Only then is there a group, so that no
 * estimator can ask for more because of it.
 */
export type Estimator = (trial: Trial, ask: Ask, group?: TrialGroup) => Estimate;

/** The numbers of a reply as they came, before anything was put right: evidence of what kind of respondent it is. */
export interface RawNumbers {
  /** How many probabilities were asked for and given; none where it was a PMI. */
  readonly probabilities: number;
  readonly zeros: number;
  /** How many are below 0 or above 1, which makes the reply unreadable. */
  readonly outOfRange: number;
  /** Numbers under keys that nobody asked for. */
  readonly surplus: number;
  /** Of a set: the sum that the masses are divided by. */
  readonly sum?: number;
}

/** What a model gave the options of a question at the next token, before that was scaled to them. */
export interface OptionMasses {
  /** In [0, 1]; the rest went to tokens that stand for none of them. */
  readonly onOptions: number;
  /** Each option's share of that, in the order in which they were shown; sums to 1. */
  readonly byPosition: readonly number[];
  /** How many options no listed token stands for: each counts as the most that it can have. */
  readonly unlisted: number;
}

/** How a reply was read: the answer and what was done to get it, or why there is none. */
export type Reading<A extends Answer = Answer> =
  | {
      readonly ok: true;
      readonly answer: A;
      readonly notes: readonly string[];
      /** True where the reply ends in the middle, behind all that is needed of it. */
      readonly cut?: boolean;
      readonly raw?: RawNumbers;
      /** Of an answer that was read from tokens. */
      readonly options?: OptionMasses;
    }
  | { readonly ok: false; readonly reason: string; readonly raw?: RawNumbers };

/** A versioned wording: how a question becomes a prompt and a reply an answer. */
export interface Template<K extends Kind = Kind> {
  readonly id: string;
  readonly version: number;
  /** The text with its slots, as a manifest identifies it; absent where the prompt is not made of one text. */
  readonly body?: string;
  render(question: QuestionOf<K>): string;
  /** What the reply must look like, for wordings that are sent with a schema. */
  schema?(question: QuestionOf<K>): JsonSchema;
  /** The reply that the prompt asks for, its keys in the prompt's order and its texts bounded: what decoding may be held to. */
  grammar?(question: QuestionOf<K>): JsonSchema;
  /** The text to be scored behind the prompt, for the kinds whose answer is its log-probability. */
  continuation?(question: QuestionOf<K>): Continuation;
  /** What the next token may be, in the order shown, for wordings whose answer is read from its distribution. */
  options?(question: QuestionOf<K>): readonly string[];
  parse(question: QuestionOf<K>, reply: string): Reading<AnswerOf<K>>;
}

/** The template for a question; throws where the task has none for that kind. */
export type FindTemplate = (question: Question) => Template;

/** What a prompt shows of its question: one label or a set, with x unless it is about a base rate or has a null context. */
export interface PromptParts {
  readonly x?: Input;
  /** Of a question about a base rate in a context. */
  readonly context?: Context;
  readonly y?: Label;
  readonly candidates?: readonly Label[];
  /** The keys that stand for the candidates in a reply; absent where these are the candidates themselves. */
  readonly candidateKeys?: readonly string[];
  readonly otherKey?: string;
  /** What the next token may be, in the order shown; present where the answer is read from its distribution. */
  readonly options?: readonly string[];
}

/** A prompt read back: what it asks, as far as its text says. */
export interface ReadPrompt extends PromptParts {
  readonly task: string;
  readonly kind: Kind;
  readonly intervention?: Intervention["name"];
  /** The key of the one number asked for: `PMI_LN`, `p_apply` or `p_base`. */
  readonly replyKey?: string;
}

/** Reads a rendered prompt, and the text scored behind it; `undefined` where no template has this wording. */
export type PromptReader = (prompt: string, continuation?: Continuation) => ReadPrompt | undefined;

/** One question with what was sent, what came back and how it was read. */
export interface Elicitation {
  readonly question: Question;
  /** `id@version` of the template. */
  readonly template: string;
  readonly prompt: string;
  readonly reply: Reply;
  readonly reading: Reading;
}

/** What was observed: the whole of a dataset as the rest of the product sees it. */
export interface Dataset<O extends Observation = Observation> {
  readonly name: string;
  /** Which task's templates ask about it; the name of the dataset it is shaped like. */
  readonly task: string;
  /** True for a world made up by a program, which every table then says. */
  readonly simulated: boolean;
  readonly labels: readonly Label[];
  /** Pairs with a nonzero count. */
  readonly observations: readonly O[];
  readonly marginal: Marginal;
  /** P(y|x) of any label, zero included: what a truthful respondent would say. */
  conditional(x: Input, y: Label): number;
  /** The files it was read from; empty for a synthetic world. */
  readonly sources: readonly Source[];
}

/** A file that was read, as it goes into a manifest. No absolute path. */
export interface Source {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
}
