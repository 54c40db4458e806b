import type { FrameTerms } from "@promptnce/core/frame";
import type { PrintedResults } from "../paper/models.ts";
import type { Job } from "../study/job.ts";
import type { ModelResults, Results } from "../study/results.ts";
import type { Study } from "../study/study.ts";
import type { MethodColumn } from "../study/study-frame.ts";
import type { ComparedColumns } from "./compared-columns.ts";
import type { Score } from "./score-block.ts";
import { scoreInThread, scoresOf, type StudyBlocks } from "./scoring-thread.ts";

/** One row of a table of rank correlations. */
export interface MethodLine {
  readonly title: string;
  /** The method's id in `estimates.csv`. */
  readonly method: string;
  readonly k: number;
  /** The questions required for this row. */
  readonly jobs: readonly Job[];
  readonly column: (model: ModelResults) => MethodColumn;
  /** The term of the column that is ranked. */
  readonly estimated: keyof FrameTerms;
  readonly printed?: PrintedResults | undefined;
  readonly printedSlope?: PrintedResults | undefined;
  /**
   * Whether the row uses information unavailable to any method, so it is never marked best of its
   * block.
   */
  readonly ceiling?: boolean;
  /** Whether the row is a variant of another row in the block; only one of the two is compared. */
  readonly beside?: boolean;
  /** Whether the row uses P(y) alone and ignores x: the baseline for the methods of its block. */
  readonly baseline?: boolean;
}

/** A group of rows that are compared with each other. */
export interface Block {
  readonly study: Study;
  /** People's quantity that ρ is computed against. */
  readonly term: keyof FrameTerms;
  /** The number of evaluation pairs, from the first on; all by default. */
  readonly first?: number | undefined;
  readonly lines: readonly MethodLine[];
  /** The minimum number of scored items for marks and comparisons, if the items are not pairs. */
  readonly least?: number;
  /** Whether the block has calibration slopes. */
  readonly withSlopes?: boolean;
}

/** A block with the scores of its lines, by model. */
export interface ScoredBlock extends Block {
  readonly pairs: number;
  readonly scores: ReadonlyMap<ModelResults, readonly Score[]>;
}

/** The blocks without repetitions: the first of those with the same lines. */
export function distinctBlocks(blocks: readonly Block[]): Block[] {
  return blocks.filter(
    (block, i) => blocks.findIndex((other) => keyOf(other) === keyOf(block)) === i,
  );
}

function keyOf({ study, term, lines }: Block): string {
  return JSON.stringify([
    study.dataset.name,
    term,
    lines.map(({ title, method, k }) => [title, method, k]),
  ]);
}

/** Fewer pairs are scored sooner than a thread has started. */
const PAIRS_FOR_A_THREAD = 200;

/**
 * Scores blocks: those of the last dataset here, and those of the others in a thread meanwhile.
 * Blocks of one dataset stay together, since they share columns.
 *
 * @param onScored Called for each block and model.
 */
export async function scoreBlocks(
  blocks: readonly Block[],
  { models, studies }: Pick<Results, "models" | "studies">,
  onScored = (): void => {},
): Promise<ScoredBlock[]> {
  const work = [...Map.groupBy(blocks, ({ study }) => study)].flatMap(([study, own]) =>
    models.map((model) => ({ study, model, own, sent: studyBlocks(own, model) })),
  );
  const isApart = ({ study }: { readonly study: Study }): boolean =>
    study !== studies.at(-1) && study.evaluation.length >= PAIRS_FOR_A_THREAD;
  const [apart, here] = [work.filter(isApart), work.filter((of) => !isApart(of))];
  const meanwhile = apart.length > 0 ? scoreInThread(apart.map(({ sent }) => sent)) : [];
  const scoredHere = scoresOf(
    here.map(({ sent }) => sent),
    onScored,
  );
  const scored = [...scoredHere, ...(await meanwhile)];
  for (const _ of apart.flatMap(({ own }) => own)) {
    onScored();
  }
  const scores = new Map(blocks.map((block) => [block, new Map<ModelResults, Score[]>()]));
  for (const [i, { own, model }] of [...here, ...apart].entries()) {
    own.forEach((block, b) => scores.get(block)!.set(model, scored[i]![b]!));
  }
  return blocks.map((block) => ({
    ...block,
    pairs: block.study.scored(block.term, block.first).frame.pairs,
    scores: scores.get(block)!,
  }));
}

function studyBlocks(blocks: readonly Block[], model: ModelResults): StudyBlocks {
  return blocks.map((block) => comparedColumns(block, model));
}

function comparedColumns(
  { study, term, first, lines, least, withSlopes = false }: Block,
  model: ModelResults,
): ComparedColumns {
  return {
    ...study.scored(term, first),
    least,
    withSlopes,
    columns: lines.map(({ column, estimated, ceiling, beside, ...line }) => {
      const id = line.baseline ? line.method : line.jobs[0]?.method.baseline?.id;
      const place = lines.findIndex((other) => other.baseline && other.method === id);
      const baseline = place < 0 ? undefined : place;
      return { column: column(model), estimated, ceiling, beside, baseline };
    }),
  };
}

/** The lines of a block as points of a figure. */
export function pointsOf({ study, lines, scores }: ScoredBlock, model: ModelResults) {
  return scores.get(model)!.map(({ rho: { value: rho, standardError = Number.NaN } }, i) => {
    const { title: method, method: id, baseline = false } = lines[i]!;
    return {
      dataset: study.dataset.name,
      model: model.label,
      id,
      method,
      rho,
      standardError,
      baseline,
    };
  });
}
