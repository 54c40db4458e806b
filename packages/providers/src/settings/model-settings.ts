/** The software whose interface a compatible server uses to score a given text. */
export type Scorer = "vllm" | "sglang" | "llama-server";

/** What constrains decoding: the request's own grammar (the default), any JSON, or nothing. */
export type Grammar = "schema" | "json" | "off";

/** The settings that a vendor is sent with every request. */
export interface SentSettings {
  /**
   * The most tokens that a reply may have, reasoning included. By default OpenAI and Anthropic get
   * a limit with each request, by the form of its answer and the effort.
   */
  readonly maxTokens?: number | undefined;
  /**
   * How much the model reasons before it answers, in the model's own terms: `none`, `low`,
   * `medium`, `high`, … It is sent in the vendor's own form and is part of the settings.
   */
  readonly effort?: string | undefined;
  /**
   * The vendor's own parameters, sent unchanged and recorded with every reply; part of a request's
   * identity. Parameters that the adapter sends itself are not allowed.
   */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * How a model file is run in this process; the same `contextSize` and `gpu` give the same numbers.
 */
export interface FileRun {
  /** The number of threads; by default the machine's number of cores. */
  readonly threads?: number | undefined;
  /** Whether to use a GPU, if there is one; false by default. */
  readonly gpu?: boolean | undefined;
  /**
   * The most tokens of a prompt and its answer together; 4,096 by default, or fewer if the model
   * was trained on fewer.
   */
  readonly contextSize?: number | undefined;
}

/** The settings of a model that its adapter gets as they were given. */
export interface AdapterSettings extends SentSettings, FileRun {
  /** How a server that speaks as a vendor does scores given texts, if it does. */
  readonly scoring?: Scorer | undefined;
  /** The grammar that constrains decoding, in this process or by such a server. */
  readonly grammar?: Grammar | undefined;
  /** A file with a Jinja chat template that replaces the model file's own. */
  readonly chatTemplate?: string | undefined;
  /** The most questions about one state that a request to a decision model may put; 1 by default. */
  readonly questionsPerRequest?: number | undefined;
}

/**
 * The settings of a model by their names on a command line and in a study. Three have other names
 * for an adapter: `baseURL`, the key itself as `apiKey`, and the time limit as `timeoutMs`.
 */
export interface ModelSettings extends AdapterSettings {
  /** The address of a server that speaks as the vendor does. */
  readonly baseUrl?: string | undefined;
  /** The environment variable with the key of the server at `baseUrl`. */
  readonly keyEnv?: string | undefined;
  /** The time limit for one call, in seconds. */
  readonly timeout?: number | undefined;
}

/** The declaration of a setting, from which options, studies, help and checks are made. */
export interface ModelSetting<Schema extends ValueSchema = ValueSchema> {
  /** What it is, for the help of a command and the description of a study's key. */
  readonly help: string;
  /** What stands for the value in help, such as `<number>`; nothing for true or false. */
  readonly takes?: string;
  /** The type of its value, as JSON Schema. */
  readonly value: Schema;
  /**
   * The models that take it, if they are not those of the vendors that name it among their options:
   * those of all vendors, or all that write text, the simulated respondent included.
   */
  readonly takenBy?: "vendors" | "writers";
  /** Whether it is how a model file is run, so that each command which may run one takes it. */
  readonly ofFileRun?: true;
  /** Whether short help shows it. */
  readonly usual?: true;
  /** Whether the record of a run leaves it out: a path, a key, or what changes no reply. */
  readonly unrecorded?: true;
}

/** The JSON Schema of a setting's value. */
type ValueSchema = FlagSchema | WholeNumberSchema | NumberSchema | TextSchema | ObjectSchema;

interface FlagSchema {
  readonly type: "boolean";
}

interface WholeNumberSchema {
  readonly type: "integer";
  readonly minimum: number;
  readonly maximum: number;
}

interface NumberSchema {
  readonly type: "number";
  readonly exclusiveMinimum: number;
  readonly maximum: number;
}

interface TextSchema {
  readonly type: "string";
  readonly enum?: readonly string[];
  readonly format?: "uri" | "path";
}

interface ObjectSchema {
  readonly type: "object";
}

/** The schemas that fit a type. */
type SchemaOf<Value> = [Value] extends [boolean]
  ? FlagSchema
  : [Value] extends [number]
    ? WholeNumberSchema | NumberSchema
    : [Value] extends [string]
      ? TextSchema & { readonly enum?: readonly Value[] }
      : ObjectSchema;

/** A declaration of each setting. */
type SettingTable = {
  readonly [Name in keyof ModelSettings]-?: ModelSetting<
    SchemaOf<NonNullable<ModelSettings[Name]>>
  >;
};

/** The settings of a model, in the order of help. */
export const modelSettings: SettingTable = {
  baseUrl: {
    takes: "<url>",
    help: "the address of a server that speaks the provider's wire format",
    value: { type: "string", format: "uri" },
    usual: true,
  },
  keyEnv: {
    takes: "<name>",
    help: "the environment variable that holds that server's key (default: no key is sent)",
    value: { type: "string" },
    usual: true,
    unrecorded: true,
  },
  scoring: {
    takes: "<way>",
    help: "how that server scores a given text (default: it does not)",
    value: { type: "string", enum: ["vllm", "sglang", "llama-server"] },
  },
  grammar: {
    takes: "<what>",
    help: "what constrains the replies of a model file or that server (default: schema, that of the reply)",
    value: { type: "string", enum: ["schema", "json", "off"] },
  },
  threads: {
    takes: "<number>",
    help: "threads for a model file in this process (default: one per core)",
    value: { type: "integer", minimum: 1, maximum: 1024 },
    ofFileRun: true,
  },
  gpu: {
    help: "let a model file use the graphics processor",
    value: { type: "boolean" },
    ofFileRun: true,
  },
  contextSize: {
    takes: "<number>",
    help: "the longest context of a model file, in tokens (default: 4096)",
    value: { type: "integer", minimum: 64, maximum: 1e7 },
    ofFileRun: true,
  },
  chatTemplate: {
    takes: "<file>",
    help: "a chat template in Jinja, to use instead of the model file's own",
    value: { type: "string", format: "path" },
    unrecorded: true,
  },
  questionsPerRequest: {
    takes: "<number>",
    help: "how many questions about one x a decision model is sent at once: cheaper, and perhaps other answers (default: 1)",
    value: { type: "integer", minimum: 1, maximum: 400 },
  },
  settings: {
    takes: "<json>",
    help: "the vendor's own parameters, e.g. '{\"temperature\": 0}'",
    value: { type: "object" },
  },
  effort: {
    takes: "<word>",
    help: "how much the model thinks, e.g. none, low or high (default: the model's own)",
    value: { type: "string" },
    usual: true,
  },
  maxTokens: {
    takes: "<number>",
    help: "the most tokens of a reply, including thinking (default: by question, for OpenAI and Anthropic)",
    value: { type: "integer", minimum: 1, maximum: 1e7 },
    takenBy: "writers",
  },
  timeout: {
    takes: "<seconds>",
    help: "how long one call may take (default: 120)",
    // A timer set to more than 2³¹ − 1 ms fires at once.
    value: { type: "number", exclusiveMinimum: 0, maximum: 2_147_483 },
    takenBy: "vendors",
    unrecorded: true,
  },
};

/** The names of all settings of models. */
export const settingNames: readonly (keyof ModelSettings)[] = Object.keys(
  modelSettings,
) as (keyof ModelSettings)[];
