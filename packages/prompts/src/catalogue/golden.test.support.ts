import { createHash } from "node:crypto";
import type { Decision } from "@promptnce/core";
import { existsSync, readFileSync } from "node:fs";
import { specimen } from "./specimen.test.support.ts";
import type { PromptTemplate } from "../template/template.ts";

/** The text of one version of one template, as it was when the version was made. */
export interface Golden {
  readonly id: string;
  readonly version: number;
  /** Of the body, in UTF-8. */
  readonly sha256: string;
  readonly body: string;
  /** A whole prompt, since the layout of lists and examples is not in the body. */
  readonly prompt: string;
  /** Of a template that scores: the rest of its dialogue. */
  readonly scoring?: PromptTemplate["scoring"];
  /** Of a template for decision models: the whole question about that prompt. */
  readonly decision?: Decision;
}

export const goldenFile: URL = new URL("../../fixtures/golden.json", import.meta.url);

/** Every version ever released, the current ones among them. */
export function readGolden(): readonly Golden[] {
  return existsSync(goldenFile)
    ? (JSON.parse(readFileSync(goldenFile, "utf8")) as readonly Golden[])
    : [];
}

/** What the golden file holds of a template. */
export function goldenText(template: PromptTemplate): Golden {
  const { id, version, body, scoring } = template;
  const sha256 = createHash("sha256").update(body).digest("hex");
  const question = specimen(template);
  const prompt = template.render(question);
  const decision = template.decision?.(question);
  const beside = { ...(scoring && { scoring }), ...(decision && { decision }) };
  return { id, version, sha256, body, prompt, ...beside };
}

/** What is wrong between templates and golden file, one sentence each; empty where all is well. */
export function goldenProblems(
  templates: readonly PromptTemplate[],
  golden: readonly Golden[],
): readonly string[] {
  return templates.flatMap((template) => {
    const now = goldenText(template);
    const name = `${now.id}@${now.version}`;
    const then = golden.find(({ id, version }) => id === now.id && version === now.version);
    const newest = golden.filter(({ id }) => id === now.id).map(({ version }) => version);
    if (then === undefined) {
      return [`${name} is not in fixtures/golden.json: run \`npx pnpm@12 golden\`.`];
    }
    if (now.version < Math.max(...newest)) {
      return [`${name} is older than a released version: versions only rise.`];
    }
    return JSON.stringify(now) === JSON.stringify(then)
      ? []
      : [
          `The text of ${name} has changed: answers to two wordings must not mix. ` +
            `Raise its version to ${now.version + 1} and run \`npx pnpm@12 golden\`, or restore the text.`,
        ];
  });
}
