import type { FrameColumn, FrameTerms } from "@promptnce/core/frame";
import { type Scorecard, scorecard } from "@promptnce/core/scorecard";
import { entryOf } from "../study/kept.ts";
import type { MethodColumn } from "../study/study-frame.ts";
import type { ComparedColumn, ComparedColumns } from "./compared-columns.ts";

/** A scorecard of all columns of some blocks. */
export interface BlocksCard {
  readonly card: Scorecard;
  /** The place of a column of a block among those of the scorecard. */
  readonly placeOf: (column: ComparedColumn) => number;
}

/** The scorecard of blocks with the same pairs and the same quantity; at least one. */
export function blocksCard(blocks: readonly ComparedColumns[]): BlocksCard {
  const { frame, term, sampled } = blocks[0]!;
  const places = new Map<MethodColumn, Map<keyof FrameTerms, number>>();
  const columns: FrameColumn[] = [];
  const placeOf = ({ column, estimated }: ComparedColumn): number => {
    const ofColumn = entryOf(places, column, () => new Map<keyof FrameTerms, number>());
    return entryOf(ofColumn, estimated, () => columns.push({ ...column, ranked: estimated }) - 1);
  };
  for (const { columns: compared } of blocks) {
    compared.forEach(placeOf);
  }
  const options = { term, sampled, unit: "pair", controls: true, withoutDistances: true };
  return { card: scorecard({ ...frame, columns }, options), placeOf };
}
