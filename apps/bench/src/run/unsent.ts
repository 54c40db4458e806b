import type { Provider } from "@promptnce/core";
import type { Asked } from "@promptnce/providers/run";

/** Settings that were asked for but not sent, since the model rejects them. */
type Unsent = ReturnType<typeof unsent>[number];

/** What was not sent, once a model and set of settings; empty where all were sent. */
export function unsent(asks: readonly { readonly provider: Provider; readonly asked: Pick<Asked, "leftOut"> }[]) {
  const all = asks.flatMap(({ provider: { name, model }, asked: { leftOut: settings } }) => {
    return Object.keys(settings).length === 0 ? [] : [{ provider: name, model, settings }];
  });
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** `temperature = 0, which NAME rejects`, for people. */
export function unsentText({ model, settings }: Unsent): string {
  const names = Object.entries(settings).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return `${names.join(", ")}, which ${model} rejects`;
}
