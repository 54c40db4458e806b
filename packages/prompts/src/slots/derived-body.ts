import { quote } from "./quote.ts";

/** One difference from another body: a text put before a place of it, or into the place of one. */
export type Change =
  | { readonly before: string; readonly insert: string }
  | { readonly replace: string; readonly by: string };

/**
 * A body with the changes made one after another. Throws where a place that a change names is not there exactly once:
 * the body has then been changed without those derived from it.
 */
export function derivedBody(body: string, changes: readonly Change[]): string {
  return changes.reduce((text, change) => {
    const [place, put] =
      "before" in change ? [change.before, change.insert + change.before] : [change.replace, change.by];
    const parts = text.split(place);
    if (parts.length !== 2) {
      throw new Error(
        `A prompt is derived from another by a change at ${quote(place)}, which must stand in it once and ` +
          `stands there ${parts.length - 1} times: change the two texts together.`,
      );
    }
    return parts.join(put);
  }, body);
}
