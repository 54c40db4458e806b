import type { Random, Reply } from "@promptnce/core";
import { ERROR_MODEL as MODEL } from "./error-model.ts";
import { type Said, saidJson } from "./said.ts";

type Written = Pick<Reply, "text" | "stop">;

/**
 * How the `model-like` respondent writes down what it says: mostly as the JSON asked for, at times
 * untidily, and now and then so that nobody can read it.
 */
export function replyForm(said: Said, notes: string, source: Random): Written {
  const draw = source.uniform();
  if (draw < MODEL.unreadable) return unreadable(said, notes, source);
  if (draw < MODEL.unreadable + MODEL.messy) return { text: messy(said, notes, source), stop: "end" };
  return { text: saidJson(said, notes), stop: "end" };
}

function unreadable(said: Said, notes: string, source: Random): Written {
  switch (source.below(3)) {
    case 0:
      return { text: "I can't put numbers on how people would respond to this.", stop: "refusal" };
    case 1: {
      const whole = saidJson(said, notes);
      return { text: whole.slice(0, Math.ceil(whole.length * 0.6)), stop: "length" };
    }
    default: {
      const left = source.below(said.length);
      return { text: saidJson(said.filter((_, i) => i !== left)), stop: "end" };
    }
  }
}

function messy(said: Said, notes: string, source: Random): string {
  const json = saidJson(said, notes);
  switch (source.below(3)) {
    case 0:
      return `\`\`\`json\n${json}\n\`\`\``;
    case 1:
      return `Here is my estimate:\n\n${json}\n\nThis reflects typical human responses.`;
    default:
      return said.length === 1 ? quoted(said, notes) : saidJson(recased(said), notes);
  }
}

/** The number of a single answer as a string. */
function quoted(said: Said, notes: string): string {
  return `{${said.map(([key, value]) => `${JSON.stringify(key)}: "${value}"`).join(", ")}${notes}}`;
}

/** The keys in the other case, where they can still be told apart without looking at case. */
function recased(said: Said): Said {
  const folded = new Set(said.map(([key]) => key.trim().toLowerCase()));
  if (folded.size < said.length) return said;
  return said.map(([key, value]) => [otherCase(key), value]);
}

function otherCase(key: string): string {
  const lower = key.toLowerCase();
  const changed = lower === key ? key.toUpperCase() : lower;
  return changed.toLowerCase() === lower ? changed : key; // Some letters change for good: ß, ŉ.
}
