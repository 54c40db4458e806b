import { sha256 } from "@promptnce/providers/contract";

/**
 * The first 64 bits of the SHA-256 of some texts, as 16 hexadecimal digits. Among a million
 * different fingerprinted inputs, the chance that any two agree is one in 37 million.
 *
 * @example
 * fingerprint("SEA", "WATER").length; // → 16
 */
export function fingerprint(...texts: readonly string[]): string {
  return sha256(JSON.stringify(texts)).slice(0, 16);
}

const FIRST_SLOTS = 1 << 10;

/** The highest load factor of a table, and the growth factor of the next one. */
const FULLEST = 0.8;
const GROWTH = 1.5;

/** A table of numbers by fingerprint, in one column or several. */
export interface FingerprintTable {
  /** The number of fingerprints in the table. */
  readonly size: number;
  /**
   * The number in a column, by default the first; `undefined` where the fingerprint was never added
   * or set.
   */
  get(fingerprint: string, column?: number): number | undefined;
  /** Adds to the number in the first column, which starts at 0, and returns the sum. */
  add(fingerprint: string, amount: number): number;
  /** Sets the numbers of all columns. */
  set(fingerprint: string, ...numbers: readonly number[]): void;
}

/**
 * A table of numbers by fingerprint: any text that begins with 16 hexadecimal digits, such as a key
 * of the store. It uses open addressing in typed arrays, and nothing is ever removed. A slot takes
 * 8 bytes and 8 more for each column: a million entries of one number take 20 to 30 MB, where a
 * `Map` of strings takes 100 MB and more.
 *
 * @example
 * const counts = fingerprintTable();
 * counts.add(fingerprint("SEA"), 30);
 * counts.add(fingerprint("SEA"), 10); // → 40
 */
export function fingerprintTable(columns = 1): FingerprintTable {
  let { high, low, values } = emptySlots(FIRST_SLOTS, columns);
  let size = 0;

  const isFree = (slot: number): boolean => high[slot] === 0 && low[slot] === 0;
  const slotOf = (h: number, l: number): number => {
    let slot = h % low.length;
    while (!isFree(slot) && (high[slot] !== h || low[slot] !== l)) {
      slot = (slot + 1) % low.length;
    }
    return slot;
  };
  const grow = (): void => {
    const old = { high, low, values };
    ({ high, low, values } = emptySlots(Math.ceil(GROWTH * low.length), columns));
    // Loops this plain make no object for a slot.
    for (let slot = 0; slot < old.low.length; slot++) {
      const h = old.high[slot]!;
      const l = old.low[slot]!;
      if (h === 0 && l === 0) continue;
      const to = slotOf(h, l);
      high[to] = h;
      low[to] = l;
      for (let column = 0; column < columns; column++) {
        values[columns * to + column] = old.values[columns * slot + column]!;
      }
    }
  };
  /** The slot of a fingerprint, assigned if it has none yet. */
  const taken = (fingerprint: string): number => {
    if (size + 1 > FULLEST * low.length) grow();
    const [h, l] = words(fingerprint);
    const slot = slotOf(h, l);
    if (isFree(slot)) {
      size++;
      [high[slot], low[slot]] = [h, l];
    }
    return slot;
  };
  return {
    get size() {
      return size;
    },
    get(fingerprint, column = 0) {
      const slot = slotOf(...words(fingerprint));
      return isFree(slot) ? undefined : values[columns * slot + column];
    },
    add(fingerprint, amount) {
      const at = columns * taken(fingerprint);
      const sum = (values[at] as number) + amount;
      values[at] = sum;
      return sum;
    },
    set(fingerprint, ...numbers) {
      const slot = taken(fingerprint);
      values.set(numbers, columns * slot);
    },
  };
}

/**
 * An empty table. Zero in both words marks a free slot; `values` holds all columns of a slot
 * together.
 */
function emptySlots(slots: number, columns: number) {
  return {
    high: new Uint32Array(slots),
    low: new Uint32Array(slots),
    values: new Float64Array(columns * slots),
  };
}

/**
 * A fingerprint as two 32-bit words. The all-zero one, one in 2⁶⁴, would look like a free slot and
 * becomes 1.
 */
function words(fingerprint: string): readonly [high: number, low: number] {
  const high = Number.parseInt(fingerprint.slice(0, 8), 16);
  const low = Number.parseInt(fingerprint.slice(8, 16), 16);
  return [high, high === 0 && low === 0 ? 1 : low];
}
