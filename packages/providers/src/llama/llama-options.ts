// Apart from what loads the file, whose types need node-llama-cpp: a program may have none.

export interface LlamaFileOptions {
  /** The path of a GGUF file. */
  readonly file: string;
  /** 1 by default, with which the same file gives the same numbers; more are faster for large models. */
  readonly threads?: number;
  /** The most tokens of a prompt with its answer; 4,096 by default, or what the model was trained on. */
  readonly contextSize?: number;
}
