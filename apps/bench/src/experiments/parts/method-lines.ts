import { describeMethod, type Method } from "@promptnce/core/methods";
import type { PrintedTable } from "../../paper/models.ts";
import { baselineJob, type Job } from "../../study/job.ts";
import type { JobOptions, Study } from "../../study/study.ts";
import type { Block, MethodLine } from "../../scoring/blocks.ts";

interface MethodLines extends Pick<JobOptions, "k" | "first"> {
  readonly methods: readonly (string | Method)[];
  /** The term of the estimates to rank. */
  readonly estimated: "conditional" | "pmi";
  readonly printed?: PrintedTable | undefined;
  readonly printedSlope?: PrintedTable;
  readonly titles?: Readonly<Record<string, string>>;
}

/** The lines of methods that are all read from `estimates.csv` in the same way. */
export function methodLines(study: Study, options: MethodLines): MethodLine[] {
  const { methods, k, first, estimated, printed, printedSlope, titles } = options;
  return methods.map((idOrMethod) => {
    const job = study.job(idOrMethod, { k, first });
    const { id, title } = job.method;
    return {
      ...lineOf(job, estimated),
      title: titles?.[id] ?? title,
      printed: printed?.[study.dataset.task]?.[id],
      printedSlope: printedSlope?.[study.dataset.task]?.[id],
    };
  });
}

/**
 * A line shown with its block but excluded from the comparison, so it does not affect the marks of
 * the other lines.
 */
export function beside(line: MethodLine): MethodLine {
  return { ...line, beside: true };
}

/** The lines with those that rest on people's base rates as ceilings. */
export function withCeilings(lines: readonly MethodLine[]): MethodLine[] {
  return lines.map((line) => ({
    ...line,
    ceiling: describeMethod(line.method)?.needs.people === true,
  }));
}

/** Lines ranked by PMI, followed by the baseline of each of their marginals. */
export function pmiBlock(study: Study, lines: readonly MethodLine[]): Block {
  const baselines = lines.flatMap(({ ceiling, jobs: [job] }): MethodLine[] => {
    const blind = job && baselineJob(job);
    if (blind === undefined) return [];
    return [{ ...lineOf(blind, "pmi"), baseline: true, ...(ceiling && { ceiling }) }];
  });
  const once = new Map(baselines.map((line) => [line.method, line]));
  return { study, term: "pmi", lines: [...lines, ...once.values()] };
}

/**
 * Lines ranked by P(y|x), followed by a baseline blind to x: the human P(y) alone, which ranks
 * P(y|x) above chance.
 */
export function conditionalBlock(study: Study, lines: readonly MethodLine[]): Block {
  const { k, first } = { k: lines[0]!.jobs[0]!.k, first: lines[0]!.jobs[0]!.trials.length };
  const job = baselineJob(study.job("direct-split:empirical", { k, first }))!;
  const line = { ...lineOf(job, "marginal"), title: "P(y) alone", baseline: true };
  return { study, term: "conditional", first, lines: [...lines, line] };
}

/** The line of one job, with its method's title. */
export function lineOf(job: Job, estimated: MethodLine["estimated"]): MethodLine {
  const { method, trials, k } = job;
  return {
    title: method.title,
    method: method.id,
    k: trials.length > 0 ? Math.max(...trials.map(({ candidates }) => candidates.length)) : k,
    jobs: [job],
    column: (model) => model.column(job),
    estimated,
  };
}
