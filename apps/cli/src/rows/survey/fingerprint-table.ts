/** A number by fingerprint. What was never added to is absent. */
export interface FingerprintTable {
  readonly size: number;
  get(fingerprint: string): number | undefined;
  /** Adds to the number, which begins at 0, and returns the sum. */
  add(fingerprint: string, amount: number): number;
}

const FIRST_SLOTS = 1 << 10;

/** How full a table may be; and how many slots more the next one has. */
const FULLEST = 0.8;
const GROWTH = 1.5;

/**
 * An empty table, which takes 16 bytes a slot: a million entries are 20 to 30 MB, where a `Map` of
 * strings takes 100 and more.
 */
export function fingerprintTable(): FingerprintTable {
  let table = emptyTable(FIRST_SLOTS);
  let size = 0;
  return {
    get size() {
      return size;
    },
    get(fingerprint) {
      const [high, low] = words(fingerprint);
      const slot = slotOf(table, high, low);
      return isFree(table, slot) ? undefined : table.values[slot];
    },
    add(fingerprint, amount) {
      if (size + 1 > FULLEST * table.values.length) table = grown(table);
      const [high, low] = words(fingerprint);
      const slot = slotOf(table, high, low);
      if (isFree(table, slot)) {
        size++;
        table.high[slot] = high;
        table.low[slot] = low;
      }
      table.values[slot] = (table.values[slot] as number) + amount;
      return table.values[slot] as number;
    },
  };
}

interface Table {
  readonly high: Uint32Array;
  /** Zero in both words marks a free slot. */
  readonly low: Uint32Array;
  readonly values: Float64Array;
}

function emptyTable(slots: number): Table {
  return {
    high: new Uint32Array(slots),
    low: new Uint32Array(slots),
    values: new Float64Array(slots),
  };
}

/** Of all fingerprints, one in 2⁶⁴ is all zeros and would pass for a free slot: it becomes 1. */
function words(fingerprint: string): readonly [high: number, low: number] {
  const high = Number.parseInt(fingerprint.slice(0, 8), 16);
  const low = Number.parseInt(fingerprint.slice(8), 16);
  return [high, high === 0 && low === 0 ? 1 : low];
}

function isFree({ high, low }: Table, slot: number): boolean {
  return high[slot] === 0 && low[slot] === 0;
}

function slotOf(table: Table, high: number, low: number): number {
  const slots = table.values.length;
  let slot = high % slots;
  while (!isFree(table, slot) && (table.high[slot] !== high || table.low[slot] !== low)) {
    slot = (slot + 1) % slots;
  }
  return slot;
}

function grown(table: Table): Table {
  const next = emptyTable(Math.ceil(GROWTH * table.values.length));
  for (let slot = 0; slot < table.values.length; slot++) {
    if (isFree(table, slot)) continue;
    const [high, low] = [table.high[slot] as number, table.low[slot] as number];
    const to = slotOf(next, high, low);
    next.high[to] = high;
    next.low[to] = low;
    next.values[to] = table.values[slot] as number;
  }
  return next;
}
