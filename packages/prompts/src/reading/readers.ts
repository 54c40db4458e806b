import type { AnswerOf, QuestionOf, Reading } from "@promptnce/core";
import { z } from "zod";
import type { CandidateKeys } from "../slots/candidate-keys.ts";
import { probability } from "./probability.ts";
import { readNumber } from "./read-number.ts";
import { readPmf } from "./read-pmf.ts";
import type { AskedKind } from "../template/template.ts";
import { type NumberKind, replyKey } from "./reply-key.ts";

/** What a template says of how replies over a set are to be read. */
interface SetReading {
  readonly keys: CandidateKeys;
  /** The key of the category OTHER beside these keys. */
  readonly other: (keys: readonly string[]) => string;
  /** True where raters may choose several labels. */
  readonly severalLabels: boolean;
}

type Reader<K extends AskedKind> = (
  question: QuestionOf<K>,
  reply: string,
  reading: SetReading,
) => Reading<AnswerOf<K>>;

/** How the reply to each kind of question is read: PMI as any finite number, the rest in [0, 1]. */
export const readers: { readonly [K in AskedKind]: Reader<K> } = {
  pmi: (_, reply) => readNumber(reply, replyKey("pmi"), z.number()),
  conditional: probabilityReader("conditional"),
  marginal: probabilityReader("marginal"),
  grounded: probabilityReader("grounded"),
  closed: ({ candidates }, reply, { keys, severalLabels }) =>
    readPmf(reply, { candidates, keys: keys(candidates), severalLabels }),
  open: ({ candidates }, reply, { keys: keysOf, other, severalLabels }) => {
    const keys = keysOf(candidates);
    return readPmf(reply, { candidates, keys, otherKey: other(keys), severalLabels });
  },
};

function probabilityReader(kind: NumberKind): (question: unknown, reply: string) => Reading<number> {
  return (_, reply) => readNumber(reply, replyKey(kind), probability);
}
