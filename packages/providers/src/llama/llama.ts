import { sha256 } from "#sha256";
import { basename } from "node:path";
import type { Provider, Reply, Request } from "@promptnce/core";
import type { FileRun } from "../batch-contract/vendor-descriptor.ts";
import { type Grammar, heldTo, replyTokens } from "../call/held-to.ts";
import { installedVersion } from "../call/installed-version.ts";
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

export interface LlamaOptions extends FileRun {
  /** The path of a GGUF file. */
  readonly file: string;
  /** What the model is called in tables and in the store; the file's name by default. */
  readonly model?: string;
  /** The most tokens that an answer may have; by default what its schema needs, and 512 where it is held to none. */
  readonly maxTokens?: number | undefined;
  /** What a grammar keeps an answer to: the request's own, which is the default, any JSON, or nothing. */
  readonly grammar?: Grammar | undefined;
  /** A Jinja chat template in the place of the file's own, for scoring. */
  readonly chatTemplate?: string | undefined;
}

/** The package that computes, whose versions differ in their numbers. */
const LIBRARY = "node-llama-cpp";

/** Of an answer that nothing else ends. */
const MAX_TOKENS = 512;

/**
 * A GGUF file in this process, which answers prompts, scores continuations and gives distributions over options, one at
 * a time; to be disposed of, since its memory is not the garbage collector's. It needs the package node-llama-cpp.
 * Nothing is loaded before the first request, so that replies kept before can be read without the file.
 *
 * Answers are greedy, so that another `sample` of a prompt is the same answer, and kept by a grammar to the reply that
 * the request asks for; one that says nothing of its reply has free text.
 *
 * Who answers is the file's content ({@link contentId}), whatever the file is called: it is among the settings, and so
 * part of a request's identity, with the version of node-llama-cpp, the chat template where that is another than the
 * file's, the most tokens of the context, and the day that every chat is of. Replies of another version, or of a time
 * when none was recorded, are not found; they are computed anew. Without the file or the package, give the settings that
 * a run recorded to find replies.
 *
 * @throws ProviderError, at a request, where the package or the file cannot be loaded or the first probe is wrong.
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
    // Made where it is first asked for, since it looks through the vocabulary.
    const optionsOf = () => (distribution ??= llamaOptions(opened, tokens, plain));
    return { opened, tokens, optionsOf, served: content === undefined ? {} : { model: content } };
  };
  const replyOf = async (
    { opened, tokens, optionsOf }: Awaited<ReturnType<typeof open>>,
    request: Request,
    signal: AbortSignal | undefined,
  ): Promise<Reply> => {
    const { prompt, continuation, options: among } = request;
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
    // On the processor the number of threads changes no digit.
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
      // What could not be opened was reported where it was used.
      const loaded = await loading?.catch(() => undefined);
      await loaded?.opened.llama.dispose();
    },
  };
}
