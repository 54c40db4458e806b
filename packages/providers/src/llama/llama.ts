import { sha256 } from "#sha256";
import { basename } from "node:path";
import type { Provider, Reply, Request } from "@promptnce/core";
import { heldTo, replyTokens } from "../call/held-to.ts";
import { wrongRequest } from "../errors/errors.ts";
import type { FileRun, Grammar } from "../settings/model-settings.ts";
import { installedVersion } from "../installed/installed-version.ts";
import { CHAT_DATE } from "../scoring/chat-template.ts";
import { scoredReply } from "../scoring/scored-reply.ts";
import { serialQueue } from "./serial-queue.ts";
import { llamaAnswer } from "./llama-answer.ts";
import {
  contentId,
  CONTEXT,
  hasChatTemplate,
  type LlamaFile,
  openLlamaFile,
} from "./llama-file.ts";
import { llamaOptions, llamaTokens, probeLlama } from "./llama-scoring.ts";

export {
  downloadedModel,
  type DownloadOptions,
  type DownloadProgress,
} from "./downloaded-model.ts";

export interface LlamaOptions extends FileRun {
  /** The path of a GGUF file. */
  readonly file: string;
  /** The model's name in tables and in the store; the file's name by default. */
  readonly model?: string;
  /** The most tokens of an answer; by default what its schema needs, or 512 without a schema. */
  readonly maxTokens?: number | undefined;
  /** The grammar that constrains answers: the request's own (the default), any JSON, or none. */
  readonly grammar?: Grammar | undefined;
  /** A Jinja chat template to use for scoring instead of the file's own. */
  readonly chatTemplate?: string | undefined;
}

/** The package that runs the model; its versions give different numbers. */
const LIBRARY = "node-llama-cpp";

/** The token limit of an answer that nothing else ends. */
const MAX_TOKENS = 512;

/**
 * A provider that runs a GGUF file in this process. It answers prompts, scores continuations and
 * returns distributions over options, one request at a time. It must be disposed of, since its
 * memory is not garbage-collected. It needs the package node-llama-cpp. Nothing is loaded before
 * the first request, so that stored replies can be read without the file.
 *
 * Answers are greedy, so another `sample` of a prompt gives the same answer. A grammar constrains
 * them to the form that the request asks for; a request without a form gets free text.
 *
 * The model is identified by the file's content ({@link contentId}), whatever its name. That id is
 * among the settings, and thus part of a request's identity, together with the version of
 * node-llama-cpp, a chat template other than the file's own, the size of the context, and the date
 * used in every chat. Replies of another version, or recorded without one, are not found and are
 * computed again. To find replies without the file or the package, pass the settings that a run
 * recorded.
 *
 * @throws ProviderError, on a request, where the package or the file cannot be loaded or the
 *   initial check fails.
 * @example
 * await using model = llama({ file: "SmolLM2-135M-Instruct-Q4_K_M.gguf" });
 * (await model.complete({ prompt: "The capital of France is", sample: 0 })).stop; // → "end"
 */
export function llama(options: LlamaOptions): Provider & AsyncDisposable {
  const { file, gpu = false, contextSize = CONTEXT, grammar = "schema", chatTemplate } = options;
  const maxTokens = options.maxTokens ?? (grammar === "schema" ? undefined : MAX_TOKENS);
  const content = contentId(file);
  const version = installedVersion(LIBRARY);
  const plain = chatTemplate === undefined && !hasChatTemplate(file);
  const settings = {
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    temperature: 0,
    grammar,
    ...(content !== undefined && { file: content }),
    ...(version !== undefined && { library: `${LIBRARY} ${version}` }),
    context: contextSize,
    flash_attention: false,
    chat_date: CHAT_DATE,
    ...(plain && { chat_template: "none" }),
    ...(chatTemplate !== undefined && { chat_template: sha256(chatTemplate).slice(0, 16) }),
    ...(gpu && { gpu }),
  };
  const answer = (
    opened: LlamaFile,
    request: Request,
    signal: AbortSignal | undefined,
  ): Promise<Reply> => {
    const schema = heldTo(request, settings);
    const longest = maxTokens ?? (schema === undefined ? MAX_TOKENS : replyTokens(schema));
    return llamaAnswer(
      opened,
      request.prompt,
      schema ?? (grammar === "json" ? grammar : undefined),
      longest,
      signal,
    );
  };
  const open = async () => {
    const opened = await openLlamaFile(file, options);
    const tokens = llamaTokens(opened, chatTemplate);
    await probeLlama(opened, tokens);
    let distribution: ReturnType<typeof llamaOptions> | undefined;
    // Created on first use, since it scans the vocabulary.
    const optionsOf = () => (distribution ??= llamaOptions(opened, tokens, plain));
    return { opened, tokens, optionsOf, served: content === undefined ? {} : { model: content } };
  };
  const replyOf = async (
    { opened, tokens, optionsOf }: Awaited<ReturnType<typeof open>>,
    request: Request,
    signal: AbortSignal | undefined,
  ): Promise<Reply> => {
    const { prompt, continuation, options: among, decision } = request;
    if (decision !== undefined) {
      throw wrongRequest(
        "A model file makes no decisions: serve it as a decision model, or read from its tokens.",
      );
    }
    if (among !== undefined) return optionsOf()(prompt, among);
    if (continuation !== undefined) return scoredReply(tokens, prompt, continuation);
    return answer(opened, request, signal);
  };
  let loading: ReturnType<typeof open> | undefined;
  const run = serialQueue();
  return {
    name: "llama",
    model: options.model ?? basename(file, ".gguf"),
    settings,
    scores: true,
    plain,
    distributes: true,
    // On the CPU the number of threads does not change any digit.
    deterministic: !gpu,
    async complete(request, { signal } = {}) {
      signal?.throwIfAborted();
      return run(async () => {
        loading ??= open();
        const loaded = await loading;
        const reply = await replyOf(loaded, request, signal);
        return { ...reply, served: loaded.served };
      }, signal);
    },
    async [Symbol.asyncDispose]() {
      // A failure to open was already reported on use.
      const loaded = await loading?.catch(() => undefined);
      await loaded?.opened.model.dispose();
    },
  };
}
