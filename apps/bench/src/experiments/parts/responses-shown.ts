import { marginalsOf } from "@promptnce/core";
import { method, type Method } from "@promptnce/core/methods";
import type { Config } from "../../study/config.ts";
import type { Study } from "../../study/study.ts";

/**
 * The interpretations of the paper's grounding prompt that a run uses: one response, drawn with the
 * input, and the most common three. A run from before this option uses one response only.
 */
export function readingsOf({ responses }: Config): readonly number[] {
  return [...new Set([1, responses])];
}

const titles: Readonly<Record<number, string>> = { 1: "one response", 3: "three responses" };

/**
 * The method whose base-rate prompt shows this many responses; it keeps its usual id if the run
 * uses the same number.
 */
export function methodShown(
  study: Study,
  id: string,
  responses: number,
  run: { readonly responses: number },
): Method {
  const behind = responses === 1 ? "1-response" : `${responses}-responses`;
  const renamed = ({ baseline, ...of }: Method): Method => ({
    ...of,
    id: responses === run.responses ? of.id : `${of.id}/${behind}`,
    title: `${of.title}, ${titles[responses]}`,
    ...(baseline && { baseline: renamed(baseline) }),
  });
  const context = { grounding: study.grounding(responses), marginal: marginalsOf(study.dataset) };
  return renamed(method(id, context));
}
