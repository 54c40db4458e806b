import type { Provider } from "@promptnce/core";
import type { Asked } from "@promptnce/providers/run";

/** `temperature = 0, which NAME rejects`: what was asked for but not sent, once a model and set of settings. */
export function unsentTexts(asks: readonly { provider: Provider; asked: Pick<Asked, "leftOut"> }[]): string[] {
  const texts = asks.flatMap(({ provider: { model }, asked: { leftOut } }) => {
    const settings = Object.entries(leftOut).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
    return settings.length === 0 ? [] : [`${settings.join(", ")}, which ${model} rejects`];
  });
  return [...new Set(texts)];
}
