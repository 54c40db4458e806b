import { open, readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { z } from "zod";
import { wholeNumber } from "#command/options";
import { asFlag, UsageError } from "#command/errors";
import { printable } from "#command/terminal";
import { type Scorer, vendors } from "@promptnce/providers/vendors";

/** A model that can be asked on this machine now, and the options that choose it. */
export interface FoundModel {
  readonly from: "server" | "key" | "file";
  /** Where it was found, for people. */
  readonly found: string;
  readonly options: ModelOptions;
}

/** The options of a command that choose a model, as they are typed. */
interface ModelOptions {
  /** The model's name behind that of its vendor; NAME where anyone's name would do. */
  readonly model: string;
  readonly baseUrl?: string;
  readonly keyEnv?: string;
  readonly scoring?: Scorer;
}

interface Server {
  readonly name: string;
  /** How it scores a given text, if it does. */
  readonly scoring?: Scorer;
}

/** Servers that listen on a port of their own, where no other software usually does. */
const SERVER_OF_PORT: ReadonlyMap<number, Server> = new Map([
  [11434, { name: "Ollama" }],
  [1234, { name: "LM Studio" }],
]);

/** The usual ports of Ollama, LM Studio, llama.cpp, vLLM and SGLang. */
const USUAL_PORTS: readonly number[] = [...SERVER_OF_PORT.keys(), 8080, 8000, 30000];

/** Servers by the owner that they write beside their models. */
const SERVER_OF_OWNER: ReadonlyMap<unknown, Server> = new Map([
  ["llamacpp", { name: "llama.cpp's server", scoring: "llama-server" }],
  ["vllm", { name: "vLLM", scoring: "vllm" }],
  ["sglang", { name: "SGLang", scoring: "sglang" }],
]);

/** How long a server of this machine may take to list its models, in milliseconds. */
const PATIENCE = 1000;

/** The environment variable with other ports than the usual ones. */
const PORTS = "PROMPTNCE_PORTS";

/** Stands for a name that only its user knows. */
export const ANY_NAME = "NAME";

/**
 * The models that answer on this machine now: those that servers on its loopback list, those of
 * vendors whose keys are in the environment, and the GGUF files named or in a usual cache.
 *
 * @throws UsageError for a file that is no model, or ports that are no numbers.
 */
export async function foundModels(files: readonly string[] = []): Promise<readonly FoundModel[]> {
  const { env } = process;
  const [served, named, cached] = await Promise.all([
    Promise.all(portsOf(env).map(servedOn)),
    Promise.all(files.map(modelFile)),
    Promise.all(caches(env["HOME"] ?? homedir()).map(filesIn)),
  ]);
  return [...served.flat(), ...keysIn(env), ...named, ...cached.flat()];
}

/** The options that choose the model, to be pasted behind a command. */
export function pastedOptions(options: ModelOptions): string {
  return Object.entries(options)
    .map(([name, value]) => asFlag(name, value))
    .join(" ");
}

/** What to do where no model was found. */
export function noModelText(): string {
  return "No model answers on this machine: start a server such as Ollama, name a GGUF file or a vendor's model, or let --model llama:hf:OWNER/REPO:QUANT download one.";
}

function portsOf(env: NodeJS.ProcessEnv): readonly number[] {
  const given = env[PORTS];
  if (given === undefined) return USUAL_PORTS;
  const texts = given.split(",").filter((text) => text.trim() !== "");
  const ports = z.array(wholeNumber(1, 65_535)).safeParse(texts);
  if (ports.success) return ports.data;
  throw new UsageError(`${PORTS}: give ports separated by commas, such as 8080,9000`);
}

const listing = z.object({
  data: z.array(z.object({ id: z.string().min(1), owned_by: z.unknown() })),
});

/** The models that a server on this port lists; none where nobody answers, or something else. */
async function servedOn(port: number): Promise<readonly FoundModel[]> {
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const response = await fetch(`${baseUrl}/models`, {
    redirect: "error",
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => undefined);
  if ([401, 403].includes(response?.status ?? 0)) {
    const options = { model: `openai:${ANY_NAME}`, baseUrl, keyEnv: "VARIABLE" };
    return [{ from: "server", found: `a server on port ${port} wants a key`, options }];
  }
  const { data } = listing.safeParse(await response?.json().catch(() => undefined));
  const asked = (data?.data ?? []).filter(({ id }) => !/embed/i.test(id));
  return asked.map(({ id, owned_by: owner }) => {
    const { name, scoring } = SERVER_OF_OWNER.get(owner) ??
      SERVER_OF_PORT.get(port) ?? { name: "a server" };
    const model = `openai:${printable(id)}`;
    return {
      from: "server",
      found: `${name} on port ${port}`,
      options: { model, baseUrl, ...(scoring && { scoring }) },
    };
  });
}

/** The vendors with a key of their own, by the variable that holds it; of several, the first. */
export function vendorsByKey(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { name, keyEnv } of vendors) {
    if (keyEnv !== undefined && !names.has(keyEnv)) names.set(keyEnv, name);
  }
  return names;
}

function keysIn(env: NodeJS.ProcessEnv): readonly FoundModel[] {
  const set = [...vendorsByKey()].filter(([key]) => env[key]);
  return set.map(([key, name]) => ({
    from: "key",
    found: `${key} is set`,
    options: { model: `${name}:${ANY_NAME}` },
  }));
}

/** Where node-llama-cpp and llama.cpp keep the models that they download. */
function caches(home: string): readonly string[] {
  return [
    join(home, ".node-llama-cpp", "models"),
    join(home, ".cache", "llama.cpp"),
    join(home, "Library", "Caches", "llama.cpp"),
  ];
}

async function filesIn(folder: string): Promise<readonly FoundModel[]> {
  const names = await readdir(folder).catch(() => []);
  // Of a model in several files the first is named; a projector of pictures is no model.
  const models = names.filter(
    (name) => name.endsWith(".gguf") && !/mmproj|-(?!0*1-)\d+-of-\d+\.gguf$/.test(name),
  );
  return models.toSorted().map((name) => ofFile(join(folder, name)));
}

function ofFile(path: string): FoundModel {
  return { from: "file", found: basename(path), options: { model: `llama:${path}` } };
}

/** A file that was named. @throws UsageError where it is no GGUF file */
async function modelFile(path: string): Promise<FoundModel> {
  const begins = await firstBytes(path);
  if (begins === "GGUF") return ofFile(path);
  const why = begins === undefined ? "cannot be read" : "does not begin as a GGUF file does";
  throw new UsageError(`${path} ${why}: name a model's file`);
}

async function firstBytes(path: string): Promise<string | undefined> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } catch {
    return undefined;
  }
}
