import type { AnswerOf, Kind, QuestionOf, Reading } from "@promptnce/core";
import { z } from "zod";
import { otherKey } from "./other-key.ts";
import { probability } from "./probability.ts";
import { readNumber } from "./read-number.ts";
import { readPmf } from "./read-pmf.ts";
import { type NumberKind, replyKey } from "./reply-key.ts";

type Reader<K extends Kind> = (
  question: QuestionOf<K>,
  reply: string,
  severalLabels: boolean,
) => Reading<AnswerOf<K>>;

/** How the reply to each kind of question is read: PMI as any finite number, the rest in [0, 1]. */
export const readers: { readonly [K in Kind]: Reader<K> } = {
  pmi: (_, reply) => readNumber(reply, replyKey("pmi"), z.number()),
  conditional: probabilityReader("conditional"),
  marginal: probabilityReader("marginal"),
  grounded: probabilityReader("grounded"),
  closed: ({ candidates }, reply, severalLabels) => readPmf(reply, { candidates, severalLabels }),
  open: ({ candidates }, reply, severalLabels) =>
    readPmf(reply, { candidates, otherKey: otherKey(candidates), severalLabels }),
};

function probabilityReader(
  kind: NumberKind,
): (question: unknown, reply: string) => Reading<number> {
  return (_, reply) => readNumber(reply, replyKey(kind), probability);
}
