import type { Continuation, Decision, JsonSchema, Reply } from "./provider.ts";

/** A category of Y. Never used as an object key: `OTHER` and `CONSTRUCTOR` are real labels. */
export type Label = string;

/** All labels declared to mean the same as a label, including itself, always in the same order. */
export type SynonymsOf = (y: Label) => readonly Label[];

/** The named text fields of one x, e.g. `{ cue }`, `{ premise, hypothesis }`, `{ comment }`. */
export type Input = Readonly<Record<string, string>>;

/**
 * The named text fields that condition all probabilities, such as `{ question }` of a survey: P(y |
 * x, c) and P(y | c). A prompt that shows x and context has the fields of both in x.
 */
export type Context = Input;

/** P(y) of every label. Need not sum to one: unlisted responses or several labels a rater. */
export type Marginal = ReadonlyMap<Label, number>;

/** P(y), over all contexts and in each. */
export interface Marginals {
  /** P(y) of every label, over all contexts where there are several. */
  readonly marginal: Marginal;
  /**
   * P(y | c) of every label in the context that these fields name, among others or alone: always
   * the same map for the same context. Absent where all pairs share one context.
   */
  readonly marginalIn?: (fields: Input) => Marginal;
}

/** P(x, y) as its two parts: of a synthetic world, or of people's answers. */
export interface Joint extends Marginals {
  /** With a digest of `marginal`, the identity of a respondent that answers from it. */
  readonly name: string;
  /** P(y|x) for any label, from 0. */
  conditional(x: Input, y: Label): number;
}

/** The number of people, out of `total`, who gave each label; 0 for labels not listed. */
export interface CountedLabels {
  readonly counts: ReadonlyMap<Label, number>;
  readonly total: number;
  /**
   * The labels whose rates the counts are compared with, where trials are not estimated together.
   */
  readonly asked?: readonly Label[];
}

/** A label, in its context. */
export interface LabelInContext {
  readonly y: Label;
  /**
   * The context of PMI, log P(y | x, c) − log P(y | c); absent where all pairs share one context.
   */
  readonly context?: Context;
}

/** One x with one y. `id` is unique in its dataset and is what seeds the pair's candidate set. */
export interface Pair extends LabelInContext {
  readonly id: string;
  readonly x: Input;
}

/** The two probabilities of a pair, and PMI in nats. */
export interface PairNumbers {
  /** P(y|x), above zero. */
  readonly conditional: number;
  /** P(y), above zero. */
  readonly marginal: number;
  /** log P(y|x) − log P(y), in nats. */
  readonly pmi: number;
}

/**
 * A pair with the probabilities from people's answers, and PMI in nats. The same shape as
 * {@link Estimate}.
 */
export interface Observation extends Pair, PairNumbers {
  /** The number of people who answered about x, and of those who gave y, where counted. */
  readonly raters?: number;
  readonly responses?: number;
}

/** A pair with its candidate set, which holds `y` exactly once. */
export interface Trial extends Pair {
  readonly candidates: readonly Label[];
}

/**
 * A probability mass function over listed labels and, separately, the mass on all others. A label
 * spelled OTHER is in `labels`; the category OTHER is `other`.
 */
export interface Pmf {
  readonly labels: readonly Label[];
  /** Mass of the label at the same place, each in [0, 1]. */
  readonly masses: readonly number[];
  /** Mass on labels not listed; absent where the set was closed. */
  readonly other?: number;
  /**
   * Present if a mass is zero: the unit of the reply's last digit, scaled like the masses. A zero
   * then stands for less than half of it. Absent if the reply has no decimals.
   */
  readonly resolution?: number;
  /**
   * The sum of the masses in the reply, where it is too far from one to be explained by rounding:
   * they were not meant as a distribution.
   */
  readonly doubtfulSum?: number;
}

/** An input shown in a grounded base-rate prompt, with one or more responses. */
export interface GroundingExample {
  readonly x: Input;
  /** One response to x; shown where `responses` is absent. */
  readonly y: Label;
  /** All responses shown, the most frequent first; by default y alone. */
  readonly responses?: readonly Label[];
}

/**
 * The parts of a dataset shown in a grounded base-rate prompt: no frequencies, no PMI (Section
 * 2.1).
 */
export interface Grounding {
  readonly examples: readonly GroundingExample[];
  readonly labels: readonly Label[];
}

/**
 * Another way of asking for a conditional (the paper's prompting interventions), with development
 * pairs to show.
 */
export type Intervention =
  | { readonly name: "generate-then-rank" | "log-scale-prior" }
  | {
      readonly name: "few-shot";
      readonly examples: readonly {
        readonly x: Input;
        readonly y: Label;
        /** P(y|x), above zero. */
        readonly conditional: number;
      }[];
    }
  | {
      readonly name: "distribution-aware";
      /** Minimum, quartiles and maximum of P(y|x) over the development pairs. */
      readonly quantiles: readonly [number, number, number, number, number];
    };

/**
 * The replacement for x that turns a log-likelihood into a base rate: the words "Not available" in
 * every field, nothing, or a sentence that says what y is about. It changes the log-likelihood by
 * nats, so it is part of the question.
 */
export type NullContext = "not-available" | "empty" | "premise";

/** How y is scored as a continuation; see {@link Continuation}. */
export interface Scoring {
  /**
   * Whether the prompt is a user turn and y the assistant's, or both form one plain text.
   */
  readonly template: "chat" | "plain";
  /**
   * Which tokens count: those of y, and for `assistant-turn` also the one that ends the turn.
   */
  readonly span: "assistant-turn" | "content";
}

/** The log-likelihood of a text by a model's own probabilities. */
export interface LogLikelihood {
  /** The sum over the span's tokens, in nats. */
  readonly nats: number;
  readonly tokens: number;
  /** The length of the text in UTF-8, whatever the span. */
  readonly bytes: number;
}

/** A question of an estimator, as plain data. */
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
      /** Shown together with a null context, which replaces the rest of x. */
      readonly context?: Context;
    }
) &
  /**
   * The number of positions by which options are rotated, in wordings that show options: 1 starts
   * with the second.
   */
  { readonly rotation?: number };

export type Kind = Query["kind"];

export type QueryOf<K extends Kind> = Extract<Query, { readonly kind: K }>;

/** A query put to one task's templates; `sample` numbers repeated draws from 0. */
export type QuestionOf<K extends Kind> = QueryOf<K> & {
  readonly task: string;
  readonly sample: number;
};

export type Question = { [K in Kind]: QuestionOf<K> }[Kind];

/**
 * A PMF for the kinds over a set, nats for `pmi`, and a probability for the other kinds answered in
 * words.
 */
export type AnswerOf<K extends Kind> = K extends "closed" | "open"
  ? Pmf
  : K extends "likelihood"
    ? LogLikelihood
    : number;

export type Answer = number | Pmf | LogLikelihood;

/**
 * The answer to a query, or `undefined` where there is no readable one. An estimator makes all its
 * queries before it uses any answer, so that a recording `ask` sees every question.
 */
export type Ask = <K extends Kind>(query: QueryOf<K>) => AnswerOf<K> | undefined;

/**
 * One method's estimate of one trial, with PMI in nats. A part that could not be elicited is
 * absent.
 */
export interface Estimate {
  /** P̂(y|x) as elicited, before the clamp. */
  readonly conditional?: number;
  /** P̂(y) as elicited, before the clamp; absent where the method takes no marginal. */
  readonly marginal?: number;
  readonly pmi?: number;
  /**
   * log P(y|x) in nats, for a method that scores texts; the probability itself would be too small
   * for a number.
   */
  readonly logConditional?: number;
  /** log P(y|null context) in nats, likewise. */
  readonly logMarginal?: number;
}

/**
 * The trials that are estimated together, and an `ask` that looks up the answers about any of them.
 */
export interface TrialGroup {
  readonly trials: readonly Trial[];
  readonly ask: Ask;
}

/**
 * The estimator of a method: a pure function, run once to plan and once to estimate. Only the
 * second run has a group, so no estimator can ask further questions because of it.
 */
export type Estimator = (trial: Trial, ask: Ask, group?: TrialGroup) => Estimate;

/** The numbers of a reply before any correction: evidence about the kind of respondent. */
export interface RawNumbers {
  /** The number of probabilities requested and given; 0 for a PMI. */
  readonly probabilities: number;
  readonly zeros: number;
  /** The number of values below 0 or above 1, which make the reply unreadable. */
  readonly outOfRange: number;
  /** Numbers under keys that were not requested. */
  readonly surplus: number;
  /** For a set: the sum by which the masses are divided. */
  readonly sum?: number;
}

/** The mass of a question's options, before scaling to the options. */
export interface OptionMasses {
  /**
   * The mass on the options, in [0, 1]; the rest is on tokens that represent no option. 1 where a
   * decision model does not report it.
   */
  readonly onOptions: number;
  /** Each option's share of that mass, in the order shown; sums to 1. Empty for a predicate. */
  readonly byPosition: readonly number[];
  /**
   * The number of options that no listed token represents; they count with the most mass that the
   * list leaves them.
   */
  readonly unlisted: number;
  /**
   * Present for a decision model: the number of probabilities that it rounded to zero; they count
   * with the most that the rounding leaves them.
   */
  readonly censored?: number;
}

/** The reading of a reply: the answer and how it was obtained, or why there is none. */
export type Reading<A extends Answer = Answer> =
  | {
      readonly ok: true;
      readonly answer: A;
      readonly notes: readonly string[];
      /** True if the reply is cut off, but after everything that is needed. */
      readonly cut?: boolean;
      readonly raw?: RawNumbers;
      /** Present for an answer read from tokens, or given by a decision model. */
      readonly options?: OptionMasses;
    }
  | { readonly ok: false; readonly reason: string; readonly raw?: RawNumbers };

/** A versioned wording: how a question becomes a prompt and a reply an answer. */
export interface Template<K extends Kind = Kind> {
  readonly id: string;
  readonly version: number;
  /**
   * The text with its slots, by which a manifest identifies it; absent where the prompt is not made
   * from one text.
   */
  readonly body?: string;
  render(question: QuestionOf<K>): string;
  /** The schema of the reply, for wordings that are sent with one. */
  schema?(question: QuestionOf<K>): JsonSchema;
  /**
   * A schema that may constrain decoding: the reply that the prompt asks for, with its keys in the
   * prompt's order and texts of limited length.
   */
  grammar?(question: QuestionOf<K>): JsonSchema;
  /** The text to be scored after the prompt, for the kinds whose answer is its log-likelihood. */
  continuation?(question: QuestionOf<K>): Continuation;
  /**
   * The options for the next token, in the order shown, for wordings whose answer is read from
   * their distribution.
   */
  options?(question: QuestionOf<K>): readonly string[];
  /** The question about the prompt, for wordings that are put to decision models. */
  decision?(question: QuestionOf<K>): Decision;
  parse(question: QuestionOf<K>, reply: string): Reading<AnswerOf<K>>;
}

/** The template for a question; throws where the task has none for that kind. */
export type FindTemplate = (question: Question) => Template;

/**
 * The parts of a question that its prompt shows: one label or a set, and x unless the question is
 * about a base rate or has a null context.
 */
export interface PromptParts {
  readonly x?: Input;
  /** Present for a question about a base rate in a context. */
  readonly context?: Context;
  readonly y?: Label;
  readonly candidates?: readonly Label[];
  /**
   * The keys that stand for the candidates in a reply; absent where these are the candidates
   * themselves.
   */
  readonly candidateKeys?: readonly string[];
  readonly otherKey?: string;
  /**
   * The options for the next token, in the order shown; present where the answer is read from their
   * distribution.
   */
  readonly options?: readonly string[];
}

/** The question parsed from a prompt, as far as its text tells. */
export interface ReadPrompt extends PromptParts {
  readonly task: string;
  readonly kind: Kind;
  readonly intervention?: Intervention["name"];
  /** The key of the one number asked for: `PMI_LN`, `p_apply` or `p_base`. */
  readonly replyKey?: string;
}

/**
 * Reads a rendered prompt, with the text scored behind it or the question put about it; `undefined`
 * where no template has this wording.
 */
export type PromptReader = (
  prompt: string,
  continuation?: Continuation,
  decision?: Decision,
) => ReadPrompt | undefined;

/** A question with its reply as it was read. */
export interface QuestionReading {
  readonly question: Question;
  readonly reading: Reading;
}

/** One question with the prompt sent, the reply and its reading. */
export interface Elicitation extends QuestionReading {
  /** `id@version` of the template. */
  readonly template: string;
  readonly prompt: string;
  readonly reply: Reply;
}

/** A dataset of observations, as the rest of the product sees it. */
export interface Dataset<O extends Observation = Observation> extends Joint {
  /** The task whose templates ask about it: the name of the dataset with the same shape. */
  readonly task: string;
  /** True for a synthetic world, which every table then states. */
  readonly simulated: boolean;
  readonly labels: readonly Label[];
  /** Pairs with a nonzero count, each with its context where there are several. */
  readonly observations: readonly O[];
  /** The files it was read from; empty for a synthetic world. */
  readonly sources: readonly Source[];
}

/** A file that was read, as it goes into a manifest. No absolute path. */
export interface Source {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
}
