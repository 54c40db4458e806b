import { method } from "@promptnce/core";

/**
 * Methods by the names that tables give them, each once: `direct-split:grounded` is `direct-split`.
 * A name that is none stays as it is.
 */
export function distinctMethods(ids: readonly string[]): string[] {
  return [...new Set(ids.map(properName))];
}

function properName(id: string): string {
  try {
    return method(id, { grounding: { examples: [], labels: [] }, marginal: new Map() }).id;
  } catch (error) {
    if (error instanceof RangeError) return id;
    throw error;
  }
}
