import type { Label } from "@promptnce/core";

/** What separates the labels of one person within a list of people's. */
const SEPARATED = /\s*[,;|]\s*/;

/** Beyond so many different items, no further ones are kept. */
const MOST = 10_000;

/** So many items with several parts show that these are labels, and this share of their parts. */
const LEAST = { items: 2, known: 0.9 };

/**
 * Finds whether the items of lists hold several labels each, as `["care,loyalty", "care"]` does.
 */
export class ItemParts {
  readonly #items = new Set<Label>();

  add(items: readonly Label[]): void {
    if (this.#items.size >= MOST) return;
    for (const item of items) {
      this.#items.add(item);
    }
  }

  /** The labels of an item: its parts, where nearly all such parts are items of their own too. */
  splitter(): (item: Label) => readonly Label[] {
    const joined = [...this.#items].map((item) => item.split(SEPARATED)).filter(isSeveral);
    const parts = joined.flat();
    const known = parts.filter((part) => this.#items.has(part)).length;
    const areLabels = joined.length >= LEAST.items && known >= LEAST.known * parts.length;
    return areLabels ? (item) => item.split(SEPARATED).filter(Boolean) : (item) => [item];
  }
}

function isSeveral({ length }: readonly Label[]): boolean {
  return length > 1;
}
