import type { Reply } from "@promptnce/core";

type Written = Pick<Reply, "text"> & { readonly stop: "end" | "length" | "refusal" };

/**
 * A good answer as a model at times spoils it, so that no tolerant parser can take it for one:
 * `malformed` has no number left, `truncated` and `refusal` say themselves that they are no answer.
 */
export function unreadableReply(kind: "malformed" | "truncated" | "refusal", text: string): Written {
  switch (kind) {
    case "malformed":
      return { text: text.replace(/(?<=": )-?[\d.]+(e-?\d+)?/gi, "?"), stop: "end" };
    case "truncated":
      return { text: text.slice(0, Math.floor(text.length / 2)), stop: "length" };
    case "refusal":
      return { text: "I can't put numbers on how people would respond to this.", stop: "refusal" };
  }
}
