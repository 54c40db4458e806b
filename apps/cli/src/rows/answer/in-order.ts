/** How far ahead work may run. */
export interface InOrderOptions {
  /** Items in hand at once, those included that wait for one before them. */
  readonly window: number;
  /** Aborted, no further item is begun; those in hand are awaited. */
  readonly signal: AbortSignal;
  /** Told at once of the first work that fails, long before its turn comes. */
  readonly onFailure: (error: unknown) => void;
}

type Slot<R> =
  | { readonly state: "busy"; readonly settled: Promise<void> }
  | { readonly state: "done"; readonly value: R }
  | { readonly state: "failed"; readonly error: unknown };

/**
 * The results of work on items, in the order of the items, some at a time; work on up to `window`
 * items is under way at once. After a failure no item is begun, what is in hand is awaited, what
 * came before the failed item is given, and then the error is thrown.
 */
export async function* inOrder<T, R>(
  items: AsyncIterable<readonly T[]>,
  work: (item: T) => Promise<R>,
  { window, signal, onFailure }: InOrderOptions,
): AsyncGenerator<readonly R[]> {
  const slots: { now: Slot<R> }[] = [];
  let failed = false;
  const begin = (item: T): void => {
    const slot: { now: Slot<R> } = { now: { state: "busy", settled: Promise.resolve() } };
    const settled = work(item).then(
      (value) => void (slot.now = { state: "done", value }),
      (error: unknown) => {
        slot.now = { state: "failed", error };
        if (!failed) onFailure(error);
        failed = true;
      },
    );
    slot.now = { state: "busy", settled };
    slots.push(slot);
  };
  /** The results at the head of the line, at least one. */
  const head = async (): Promise<R[]> => {
    const first = slots[0]?.now;
    if (first?.state === "busy") await first.settled;
    const values: R[] = [];
    let ready = 0;
    for (const { now } of slots) {
      if (now.state !== "done") break;
      values.push(now.value);
      ready++;
    }
    slots.splice(0, ready);
    return values;
  };
  const ending = (): boolean => failed || signal.aborted;

  for await (const batch of items) {
    for (const item of batch) {
      if (ending()) break;
      begin(item);
      while (slots.length >= window && !ending()) yield await head();
    }
    if (ending()) break;
  }
  while (slots.length > 0) {
    const values = await head();
    if (values.length > 0) yield values;
    const stuck = slots[0]?.now;
    if (stuck?.state !== "failed") continue;
    for (const { now } of slots) if (now.state === "busy") await now.settled;
    throw stuck.error;
  }
}
