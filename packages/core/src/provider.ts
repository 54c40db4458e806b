/** A JSON Schema of an object whose keys are all fixed and required. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What is sent to a model. The same request with another `sample` is another draw. */
export interface Request {
  readonly prompt: string;
  readonly sample: number;
  /** The wording that it was rendered from, for the record; no part of the request's identity. */
  readonly template?: { readonly id: string; readonly version: number; readonly body?: string };
  /** Counts from 1 how often it is asked again since its reply could not be read; no part of its identity. */
  readonly attempt?: number;
  /** Sent along where the reply is to be held to it; part of the request's identity. */
  readonly schema?: JsonSchema;
  /**
   * What a provider may hold the decoding to where it decodes itself, or by a server of one's own: the prompt keeps
   * every letter. Part of the request's identity where the provider's settings say that it does.
   */
  readonly grammar?: JsonSchema;
  /** Given where the prompt is not to be answered but this text to be scored as its continuation. */
  readonly continuation?: Continuation;
  /**
   * Given where no text is wanted but the distribution over these as the next token, each a letter or a word; part of
   * the request's identity. The reply's text is {@link NextTokens} as JSON.
   */
  readonly options?: readonly string[];
}

/** The distribution over the token behind a prompt, as far as it was told. */
export interface NextTokens {
  /** As they came, each with its natural log-probability; −9999 stands for a probability of zero. */
  readonly tokens: readonly {
    readonly text: string;
    readonly id?: number;
    readonly logprob: number;
  }[];
  /** True where these are only the most likely of all tokens; else every token that stands for an option is there. */
  readonly top?: boolean;
}

/** A text whose log-probability is asked for, and what that depends on. The reply is a {@link ScoredText} as JSON. */
export interface Continuation {
  readonly text: string;
  /** Whether the prompt is a user's turn and the text the assistant's, or both are one plain text. */
  readonly template: "chat" | "plain";
  readonly system?: string;
  /** Which tokens count: the text's own, and for `assistant-turn` also the one that ends the turn; none before them. */
  readonly span: "assistant-turn" | "content";
}

/** The tokens of a scored span in their order, each with its natural log-probability. */
export interface ScoredText extends Pick<NextTokens, "tokens"> {
  /** What the model read before them, as text with its special tokens, where that is not the prompt alone. */
  readonly before?: string;
  /** True where a token reaches over the boundary of prompt and text, so that it belongs to both. */
  readonly boundaryMoved?: boolean;
}

/**
 * What a caller tells a provider about one call besides what is sent. Whoever writes an adapter, which asks a model
 * itself, needs the first four: `signal` always, `without` where it sends settings that a vendor may reject, and `gate`
 * with `onSending`, both or neither, where its calls are paid for or limited. The rest is heeded by the wrappers around
 * an adapter, such as a store, a pace or repetition, which hand all of it on.
 */
export interface CallOptions {
  /** Aborted, the call ends at once, wherever it is, and rejects with the signal's own reason. */
  readonly signal?: AbortSignal;
  /**
   * Awaited right before the request goes out, which may be long after the call was made, and before anything that
   * counts against a time limit of the call. Nothing is sent where it rejects: the call then rejects with its error.
   */
  readonly gate?: () => Promise<void>;
  /**
   * Gives the names of settings that the model has rejected, to be left out of this request. Asked once, behind `gate`,
   * since more may be known by then. The call rejects with what it throws.
   */
  readonly without?: () => ReadonlySet<string>;
  /**
   * Called with `true` right before the request goes out, from where on it may be charged, and with `false` where it came
   * back as one that is not. After a reply, or an error of a call that may be charged, there is no second time.
   */
  readonly onSending?: (underWay: boolean) => void;

  /**
   * Aborted where a run ends early: a call under way goes on, since it is paid for, and one that still waits for its
   * place, its turn or its repetition rejects with the signal's reason.
   */
  readonly closing?: AbortSignal;
  /** How a reply reads: a wrapper may ask again where it does not. */
  readonly read?: (reply: Reply) => ReplyReading;
  /** Called before each attempt by a wrapper that makes several, which may be long before the request goes out. */
  readonly onAttempt?: () => void;
  /** Told by such a wrapper of each attempt that gave no reply and may have been charged; awaited. */
  readonly onCharge?: (error: FailedCall) => void | Promise<void>;
}

/** A call that gave no reply, as its error tells. */
export interface FailedCall extends Failure {
  /** What came, where it was charged and is of no known shape. */
  readonly body?: string;
}

/** Whether a reply has an answer, or why not; the vocabulary's `Reading` says more. */
export type ReplyReading<A = unknown> =
  | { readonly ok: true; readonly answer: A }
  | { readonly ok: false; readonly reason: string };

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the input, how many were read from the vendor's cache. */
  readonly cachedTokens?: number;
  /** Of the output, how many were thought and not shown. */
  readonly reasoningTokens?: number;
}

/** Why a request has no answer, though it was asked as often as it may be; with the HTTP status where there was one. */
export interface Failure {
  /** A word for a program, as `request` or `timeout`. */
  readonly kind: string;
  readonly status?: number;
  /** For people, with the vendor's own sentence. */
  readonly message: string;
}

/** What came back. Only `end` is a whole answer. */
export interface Reply {
  readonly text: string;
  readonly stop: "end" | "length" | "refusal" | "other" | "failed";
  /** Given where `stop` is `failed`; the text is then what came in the place of an answer, if anything. */
  readonly failure?: Failure;
  readonly usage?: Usage;
  /** The vendor's own id of the response. */
  readonly id?: string;
  /** Who answered by the response itself: an alias names several models in the course of time. */
  readonly served?: { readonly model?: string; readonly tier?: string };
  /** True where it was had in a vendor's batch, at the price of one; absent elsewhere. */
  readonly batch?: boolean;
  /** True where the reply came from a store and nothing was sent. */
  readonly stored?: boolean;
}

/** A model behind one call. A wrapper is a provider around a provider. */
export interface Provider {
  readonly name: string;
  readonly model: string;
  /** The vendor's own parameters: part of a request's identity. Never holds a secret. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** True where a request's continuation can be scored. */
  readonly scores?: boolean;
  /** True where it scores plain texts only, since the model has no chat template. */
  readonly plain?: boolean;
  /** True where a request's options can be answered with their distribution at the next token. */
  readonly distributes?: boolean;
  /** True where the very same request always has the very same reply, so that asking again is of no use. */
  readonly deterministic?: boolean;
  /** Asks the model. A refusal and a cut text are replies; where there is none it rejects. */
  complete(request: Request, options?: CallOptions): Promise<Reply>;
}
