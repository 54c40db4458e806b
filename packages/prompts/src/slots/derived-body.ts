import { quote } from "./quote.ts";

/** One difference from another body: a text in the place of another. */
export interface Change {
  readonly replace: string;
  readonly by: string;
}

/**
 * A body with the changes made one after another. Throws where a place that a change names is not there exactly once:
 * the body has then been changed without those derived from it.
 */
export function derivedBody(body: string, changes: readonly Change[]): string {
  return changes.reduce((text, { replace: place, by }) => {
    const parts = text.split(place);
    if (parts.length !== 2) {
      throw new Error(
        `A prompt is derived from another by a change at ${quote(place)}, which must stand in it once and ` +
          `stands there ${parts.length - 1} times: change the two texts together.`,
      );
    }
    return parts.join(by);
  }, body);
}
