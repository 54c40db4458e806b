/** So many rejected of so many sent mean a real limit. */
const SPANS = [
  { sent: 40, rejected: 16 },
  { sent: 200, rejected: 50 },
] as const;

const LONGEST = 200;

/**
 * Tells a real limit from 429s that fall at random: 40 % of the 40 requests sent up to the one
 * rejected, or 25 % of 200. Where one in ten is rejected at random the first happens about once in
 * ten thousand runs of 2,000 questions; at 30 % of 40 it would be one run in five.
 *
 * Counted in the order of sending, not of answering: a rejection comes back at once, an answer
 * after seconds, so that a random tenth of a volley would look like a run of rejections.
 */
export interface Crowding {
  /** Notes that the request of this number was rejected, and says whether that is a real limit. */
  rejected(serial: number): boolean;
  /** Forgets all requests up to this number: what they still say is known already. */
  forget(serial: number): void;
}

export function crowding(): Crowding {
  let serials: number[] = [];
  let forgotten = -1;
  return {
    rejected(serial) {
      if (serial <= forgotten) return false;
      serials = serials.filter((other) => other > serial - LONGEST * 2);
      serials.push(serial);
      return SPANS.some(({ sent, rejected }) => {
        const among = serials.filter((other) => other > serial - sent && other <= serial);
        return among.length >= rejected;
      });
    },
    forget(serial) {
      forgotten = serial;
      serials = serials.filter((other) => other > serial);
    },
  };
}
