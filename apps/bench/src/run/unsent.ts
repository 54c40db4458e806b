import type { Asked, Batch } from "./ask.ts";

/** Settings that were asked for but not sent, since the model rejects them. */
export interface Unsent {
  readonly provider: string;
  readonly model: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** What was not sent, once a model and set of settings; empty where all were sent. */
export function unsent(batches: readonly Batch[], asked: readonly Asked[]): Unsent[] {
  const all = batches.flatMap(({ provider: { name, model } }, i): Unsent[] => {
    const settings = asked[i]?.leftOut ?? {};
    return Object.keys(settings).length === 0 ? [] : [{ provider: name, model, settings }];
  });
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** `temperature = 0, which NAME rejects`, for people. */
export function unsentText({ model, settings }: Unsent): string {
  const names = Object.entries(settings).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return `${names.join(", ")}, which ${model} rejects`;
}
