import type { Pmf, QuestionOf, Reading } from "@promptnce/core";
import type { CandidateKeys } from "../slots/candidate-keys.ts";
import { probabilityFault } from "./probability.ts";
import { readPmf } from "./read-pmf.ts";
import { readReply } from "./read-reply.ts";
import { type AskedKind, type NumberKind, replyKey } from "./reply-key.ts";

/** What a template says of how replies over a set are to be read. */
interface SetReading {
  readonly keys: CandidateKeys;
  /** The key of the category OTHER beside these keys. */
  readonly other: (keys: readonly string[]) => string;
  /** True where raters may choose several labels. */
  readonly severalLabels: boolean;
}

type Asked = { [K in AskedKind]: QuestionOf<K> }[AskedKind];

/** The answer that a reply gives: a PMF over a set, PMI as any finite number, the rest in [0, 1]. */
export function readAnswer(question: Asked, reply: string, reading: SetReading): Reading<number> | Reading<Pmf> {
  if (question.kind !== "closed" && question.kind !== "open") return readNumber(question.kind, reply);
  const { kind, candidates } = question;
  const { severalLabels } = reading;
  const keys = reading.keys(candidates);
  return readPmf(reply, { candidates, keys, severalLabels, ...(kind === "open" && { otherKey: reading.other(keys) }) });
}

/** The one number that a reply gives under the kind's key, if it may have it. Other keys are ignored. */
function readNumber(kind: NumberKind, reply: string): Reading<number> {
  const key = replyKey(kind);
  const found = readReply(reply, [key]);
  if (!found.ok) return found;
  const [answer] = found.values as [number];
  const reason = kind === "pmi" ? undefined : probabilityFault(key, answer);
  return reason === undefined ? { ok: true, answer, notes: found.notes } : { ok: false, reason };
}
