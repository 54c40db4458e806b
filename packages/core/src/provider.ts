/** A JSON Schema of an object whose keys are all fixed and required. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A request to a model. The same request with another `sample` is another draw. */
export interface Request {
  readonly prompt: string;
  readonly sample: number;
  /** The wording it was rendered from, for the record; not part of the request's identity. */
  readonly template?: { readonly id: string; readonly version: number; readonly body?: string };
  /**
   * The number of retries after replies that were invalid or cut off, from 1; absent for the first
   * attempt. Not part of the request's identity.
   */
  readonly attempt?: number;
  /** A schema sent to constrain the reply; part of the request's identity. */
  readonly schema?: JsonSchema;
  /**
   * A schema by which a provider that decodes itself, or a self-hosted server, may constrain
   * decoding; the prompt stays unchanged. Part of the request's identity where the provider's
   * settings say that it is applied.
   */
  readonly grammar?: JsonSchema;
  /** A text to be scored as the prompt's continuation, instead of answering the prompt. */
  readonly continuation?: Continuation;
  /**
   * Options, each a letter or a word, whose distribution as the next token is requested instead of
   * a text; part of the request's identity. The reply's text is {@link NextTokens} as JSON.
   */
  readonly options?: readonly string[];
  /**
   * A question about the prompt, which is then the state, put to a model that returns
   * probabilities instead of a text; part of the request's identity. The reply's text is
   * {@link DecisionAnswer} as JSON.
   */
  readonly decision?: Decision;
  /**
   * Further questions about the same prompt, put in the same call to a provider with
   * {@link Provider.questionsPerRequest}: each is a request with a key of its own, and its reply is
   * in {@link Reply.beside}.
   */
  readonly beside?: readonly Decision[];
}

/** A question to a decision model. */
export interface Decision {
  readonly instructions: string;
  /**
   * The options to choose from, in the order sent; absent for a predicate, where the instructions
   * are a statement and the answer is the probability that it is true.
   */
  readonly options?: readonly DecisionOption[];
}

/** An option of a {@link Decision}: an id that says nothing, and what the option is. */
export interface DecisionOption {
  readonly id: string;
  readonly description: string;
}

/** A decision model's answer, as received. */
export interface DecisionAnswer {
  /** Of a predicate. */
  readonly probability?: number;
  /** Of a choice: the probabilities of the options, by their ids, in the order received. */
  readonly probabilities?: readonly { readonly id: string; readonly probability: number }[];
  /** The option that the vendor names as the chosen one, which may not be the most probable. */
  readonly choice?: string;
  /** The vendor's own measure of confidence, which differs by vendor and is no probability. */
  readonly confidence?: number;
  /** The mass on the options before the vendor scaled them to one, where it is reported. */
  readonly labelMass?: number;
}

/** The distribution over the token after a prompt, as far as it was reported. */
export interface NextTokens {
  /**
   * The tokens as received, each with its natural log-probability; −9999 stands for a probability
   * of zero.
   */
  readonly tokens: readonly {
    readonly text: string;
    readonly id?: number;
    readonly logprob: number;
  }[];
  /**
   * True if these are only the most likely tokens; otherwise every token that represents an option
   * is included.
   */
  readonly top?: boolean;
}

/**
 * A text whose log-likelihood is requested, and its context. The reply is a {@link ScoredText} as
 * JSON.
 */
export interface Continuation {
  readonly text: string;
  /**
   * Whether the prompt is a user turn and the text the assistant's, or both form one plain text.
   */
  readonly template: "chat" | "plain";
  readonly system?: string;
  /**
   * Which tokens count: those of the text, and for `assistant-turn` also the one that ends the
   * turn.
   */
  readonly span: "assistant-turn" | "content";
}

/** The tokens of a scored span in their order, each with its natural log-probability. */
export interface ScoredText {
  /**
   * The tokens as received, each with its natural log-probability given all text before it; −9999
   * stands for a probability of zero.
   */
  readonly tokens: readonly {
    readonly text: string;
    readonly id?: number;
    readonly logprob: number;
  }[];
  /** The text before these tokens, including special tokens, where it is not the prompt alone. */
  readonly before?: string;
  /** True if a token spans the boundary between prompt and text. */
  readonly boundaryMoved?: boolean;
}

/**
 * The context of one call, besides the request. An adapter, which calls a model itself, heeds three
 * members: it stops when `signal` is aborted, tells `sending` and then sends `settings`. The links
 * around an adapter use the rest, and pass all of it on.
 */
export interface CallContext {
  /** When aborted, the call ends at once, at any point, and rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /**
   * The settings to send instead of the provider's own: those without the ones that the model has
   * rejected.
   */
  readonly settings?: Provider["settings"];
  /** Told what happens to the call, and awaited; see {@link CallEvent}. */
  readonly tell?: (event: CallEvent) => void | Promise<void>;
  /**
   * Aborted when a run ends early: a call under way continues, since it is paid for; one that still
   * waits for its turn or a retry rejects with the signal's reason.
   */
  readonly closing?: AbortSignal;
  /** Reads a reply: a link may repeat the request if the reply is invalid. */
  readonly read?: (reply: Reply) => ReplyReading;
}

/** What happens to a call. A link that listens tells it to its caller first, in most cases. */
export type CallEvent =
  /** An attempt begins, perhaps long before its request is sent. */
  | { readonly is: "attempt" }
  /**
   * The request is sent next, and may be charged from now on. Told before any time limit of the
   * call starts, since a listener may have it wait; where the listener rejects, nothing is sent and
   * the call rejects with the same error.
   */
  | { readonly is: "sending" }
  /**
   * What was sent failed without being charged. An adapter may leave this to its error, which then
   * says so at the end of the call.
   */
  | { readonly is: "uncharged" }
  /** An attempt that may have been charged left no reply. */
  | { readonly is: "charged"; readonly error: FailedCall }
  /** A reply came; the call counts as under way until its listener has stored it. */
  | { readonly is: "reply"; readonly reply: Reply };

/** A call without a reply, described by its error. */
export interface FailedCall extends Failure {
  /** The body of a charged response of no known form. */
  readonly body?: string;
}

/** Whether a reply has an answer, or why not; the vocabulary's `Reading` says more. */
export type ReplyReading<A = unknown> =
  | { readonly ok: true; readonly answer: A }
  | { readonly ok: false; readonly reason: string };

export interface Usage {
  /** All input tokens, those of the vendor's cache included. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Input tokens that were read from the vendor's cache. */
  readonly cachedTokens?: number;
  /** Input tokens that were written to the vendor's cache, and those of them that it keeps an hour. */
  readonly cacheWriteTokens?: number;
  readonly cacheWriteHourTokens?: number;
  /** Output tokens spent on reasoning that is not shown. */
  readonly reasoningTokens?: number;
  /** What the server itself says that the call has cost, in US dollars. */
  readonly statedUsd?: number;
}

/** Why a request failed for good, with the HTTP status where there was one. */
export interface Failure {
  /** A word for programs, such as `request` or `timeout`. */
  readonly kind: string;
  readonly status?: number;
  /** A message for people, with the vendor's own sentence. */
  readonly message: string;
}

/** The text of a reply, and why it ends there. */
export interface ReplyText {
  readonly text: string;
  readonly stop: "end" | "length" | "refusal" | "other" | "failed";
}

/** A reply. Only with the stop `end` is it a complete answer. */
export interface Reply extends ReplyText {
  /**
   * Present if `stop` is `failed`; the text is then what came instead of an answer, if
   * anything.
   */
  readonly failure?: Failure;
  readonly usage?: Usage;
  /** The vendor's own id of the response. */
  readonly id?: string;
  /**
   * The model that answered, as the response reports it: an alias names different models over time.
   */
  readonly served?: { readonly model?: string; readonly tier?: string };
  /** True if it came from a vendor's batch, at the batch price; otherwise absent. */
  readonly batch?: boolean;
  /**
   * The replies to the questions in {@link Request.beside}, in their order, where there are any: the
   * usage of this reply is then that of the whole call, and theirs is absent.
   */
  readonly beside?: readonly Reply[];
  /**
   * True if the server refused the grammar of this request, which was then sent without; otherwise
   * absent.
   */
  readonly unconstrained?: boolean;
  /** True if the reply came from a store and nothing was sent. */
  readonly stored?: boolean;
}

/** What calls a model. */
export interface Responder {
  /**
   * The model's reply. A refusal and a truncated text are replies; without any reply the call
   * rejects.
   */
  complete(request: Request, call?: CallContext): Promise<Reply>;
}

/** A model, and what it can do. */
export interface ModelTraits {
  readonly name: string;
  readonly model: string;
  /** The vendor's own parameters: part of a request's identity. Never holds a secret. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** True if it can score a request's continuation. */
  readonly scores?: boolean;
  /** True if it scores plain texts only, because the model has no chat template. */
  readonly plain?: boolean;
  /** True if it can return the distribution of a request's options as the next token. */
  readonly distributes?: boolean;
  /** The most options of a decision, if it makes decisions. */
  readonly decides?: number;
  /** The most decisions about one prompt that a call may ask for; absent where it is one. */
  readonly questionsPerRequest?: number;
  /** False if it writes no text and makes decisions alone; otherwise absent. */
  readonly writes?: false;
  /** True if equal requests always have equal replies, so that a retry is of no use. */
  readonly deterministic?: boolean;
}

/** A model behind one call. */
export interface Provider extends ModelTraits, Responder {}

/** A provider made of the next one, with something done around its calls. */
export type Link = (next: Provider) => Provider;
