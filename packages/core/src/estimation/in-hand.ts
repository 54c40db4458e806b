/** Work that has begun and not ended, and a way to sleep until some of it ends. */
export interface InHand {
  readonly size: number;
  /** Takes the work in hand, which must not reject, and calls back when it has left. */
  add(work: Promise<void>, left?: () => void): void;
  /** Resolves when the next of it ends. For one sleeper. */
  next(): Promise<void>;
}

/** Nothing in hand. To wake costs the same however much there is, unlike a race among all of it. */
export function inHand(): InHand {
  let size = 0;
  let wake = (): void => {};
  return {
    get size() {
      return size;
    },
    add(work, left) {
      size++;
      void work.then(() => {
        size--;
        left?.();
        wake();
      });
    },
    next: () =>
      new Promise((resolve) => {
        wake = resolve;
      }),
  };
}
