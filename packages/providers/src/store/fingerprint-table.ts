import { hash } from "node:crypto";

/**
 * The first 64 bits of the SHA-256 of some texts, as 16 hexadecimal digits. Of a million different
 * ones the chance that any two agree is one in 37 million.
 */
export function fingerprint(...texts: readonly string[]): string {
  return hash("sha256", JSON.stringify(texts)).slice(0, 16);
}

/**
 * Numbers by fingerprint, which may be any text that begins with 16 hexadecimal digits, as a key of the
 * store does. What was never added or set is absent.
 */
export interface FingerprintTable {
  readonly size: number;
  /** The number in a column, the first if not given. */
  get(fingerprint: string, column?: number): number | undefined;
  /** Adds to the first number, which begins at 0, and returns the sum. */
  add(fingerprint: string, amount: number): number;
  /** The numbers of all columns. */
  set(fingerprint: string, ...numbers: readonly number[]): void;
}

const FIRST_SLOTS = 1 << 10;

/** How full a table may be; and how many slots more the next one has. */
const FULLEST = 0.8;
const GROWTH = 1.5;

/**
 * An empty table, which takes 8 bytes a slot and 8 a column: a million entries of one number are 20 to
 * 30 MB, where a `Map` of strings takes 100 and more. Open addressing in typed arrays; nothing is ever
 * removed.
 */
export function fingerprintTable(columns = 1): FingerprintTable {
  let table = emptyTable(FIRST_SLOTS, columns);
  let size = 0;
  /** The slot of a fingerprint, made its own where it has none. */
  const taken = (fingerprint: string): number => {
    if (size + 1 > FULLEST * table.low.length) table = grown(table, columns);
    const [high, low] = words(fingerprint);
    const slot = slotOf(table, high, low);
    if (isFree(table, slot)) {
      size++;
      table.high[slot] = high;
      table.low[slot] = low;
    }
    return slot;
  };
  return {
    get size() {
      return size;
    },
    get(fingerprint, column = 0) {
      const slot = slotOf(table, ...words(fingerprint));
      return isFree(table, slot) ? undefined : table.values[columns * slot + column];
    },
    add(fingerprint, amount) {
      const at = columns * taken(fingerprint);
      table.values[at] = (table.values[at] as number) + amount;
      return table.values[at] as number;
    },
    set(fingerprint, ...numbers) {
      const slot = taken(fingerprint);
      table.values.set(numbers, columns * slot);
    },
  };
}

interface Table {
  readonly high: Uint32Array;
  /** Zero in both words marks a free slot. */
  readonly low: Uint32Array;
  /** All columns of a slot together. */
  readonly values: Float64Array;
}

function emptyTable(slots: number, columns: number): Table {
  return { high: new Uint32Array(slots), low: new Uint32Array(slots), values: new Float64Array(columns * slots) };
}

/** Of all fingerprints, one in 2⁶⁴ is all zeros and would pass for a free slot: it becomes 1. */
function words(fingerprint: string): readonly [high: number, low: number] {
  const high = Number.parseInt(fingerprint.slice(0, 8), 16);
  const low = Number.parseInt(fingerprint.slice(8, 16), 16);
  return [high, high === 0 && low === 0 ? 1 : low];
}

function isFree({ high, low }: Table, slot: number): boolean {
  return high[slot] === 0 && low[slot] === 0;
}

function slotOf(table: Table, high: number, low: number): number {
  const slots = table.low.length;
  let slot = high % slots;
  while (!isFree(table, slot) && (table.high[slot] !== high || table.low[slot] !== low)) {
    slot = (slot + 1) % slots;
  }
  return slot;
}

function grown(table: Table, columns: number): Table {
  const next = emptyTable(Math.ceil(GROWTH * table.low.length), columns);
  for (let slot = 0; slot < table.low.length; slot++) {
    if (isFree(table, slot)) continue;
    const [high, low] = [table.high[slot] as number, table.low[slot] as number];
    const to = slotOf(next, high, low);
    next.high[to] = high;
    next.low[to] = low;
    next.values.set(table.values.subarray(columns * slot, columns * slot + columns), columns * to);
  }
  return next;
}
