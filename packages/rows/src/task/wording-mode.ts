import type { Mode } from "@promptnce/prompts";
import { UsageError } from "@promptnce/providers/choose";

/**
 * The mode that a command's options choose; what is read from tokens has wordings of its own.
 *
 * @throws UsageError where they do not go together, or ask for what no token can say.
 */
export function wordingMode(given: {
  readonly structured: boolean;
  readonly readFrom: "reply" | "tokens" | undefined;
  readonly methods?: readonly string[] | undefined;
  readonly k?: number | undefined;
}): Mode {
  const { structured, readFrom, methods = [], k = 0 } = given;
  if (readFrom !== "tokens") return structured ? "structured" : "faithful";
  if (structured) {
    throw new UsageError("--read-from: a schema holds replies, and tokens are read without one: leave out one of them");
  }
  const unsaid = methods.find((id) => /^(direct-pmi|identify)/.test(id));
  if (unsaid !== undefined) {
    throw new UsageError(`--read-from: ${unsaid} asks for what no single token says: name other methods`);
  }
  if (k > 25) {
    throw new UsageError(`--k: with --read-from tokens the letters A to Z name 25 labels and OTHER, not ${k}`);
  }
  return "tokens";
}
