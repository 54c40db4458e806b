import type { ReplyText } from "@promptnce/core";
import type { Random } from "@promptnce/core/sampling";
import { ERROR_MODEL as MODEL } from "./error-model.ts";
import { replyJson, type ReplyMembers } from "./reply-json.ts";

/**
 * The `model-like` respondent's reply: mostly as the prompt asks, sometimes untidy, rarely
 * unreadable.
 */
export function untidyReply(members: ReplyMembers, notes: string, source: Random): ReplyText {
  const draw = source.uniform();
  if (draw < MODEL.unreadable) return unreadable(members, source);
  if (draw < MODEL.unreadable + MODEL.messy)
    return { text: messy(members, notes, source), stop: "end" };
  return { text: replyJson(members, notes), stop: "end" };
}

function unreadable(members: ReplyMembers, source: Random): ReplyText {
  const way = source.below(3);
  if (way === 0)
    return { text: "I can't put numbers on how people would respond to this.", stop: "refusal" };
  // Leave out the notes, so that the cut falls before the end of the last number; after it, the
  // reply would be readable.
  const whole = replyJson(members);
  if (way === 1) return { text: whole.slice(0, Math.ceil(whole.length * 0.6)), stop: "length" };
  const left = source.below(members.length);
  return { text: replyJson(members.filter((_, i) => i !== left)), stop: "end" };
}

function messy(members: ReplyMembers, notes: string, source: Random): string {
  const json = replyJson(members, notes);
  const way = source.below(3);
  if (way === 0) return `\`\`\`json\n${json}\n\`\`\``;
  if (way === 1) return `Here is my estimate:\n\n${json}\n\nThis reflects typical human responses.`;
  return members.length === 1
    ? replyJson(members, notes, (value) => `"${value}"`)
    : replyJson(recased(members), notes);
}

/** The keys in the other case, unless some keys differ only in case. */
function recased(members: ReplyMembers): ReplyMembers {
  const folded = new Set(members.map(([key]) => key.trim().toLowerCase()));
  if (folded.size < members.length) return members;
  return members.map(([key, value]) => [otherCase(key), value]);
}

function otherCase(key: string): string {
  const lower = key.toLowerCase();
  const changed = lower === key ? key.toUpperCase() : lower;
  // Some letters cannot be changed back: ß, ŉ.
  return changed.toLowerCase() === lower ? changed : key;
}
