import type { SummaryRow } from "@promptnce/case-study";

/** A summary that could be any student's, about as long as one of a student. */
const GENERIC =
  "Understands the basics of the language and can write a small program that reads input, computes a result and prints it. Uses variables, conditions and loops, and is still learning to treat every case. Some attempts do not pass all tests yet, and the student improves the program step by step. The code is mostly readable, with room for clearer names, a steadier layout and more careful testing.";

/** A text that says nothing about anybody's programs. */
const FILLER =
  "The harbour lies on the north side of the bay, and in summer the ferry leaves twice a day. In the morning a market opens on the square, where bread, fish and flowers are sold. Old trees stand along the river, and a path leads up to the church on the hill. In winter the roads are quiet, and most of the small hotels are closed until spring. The museum shows boats, nets and lamps, and on Sundays there is music in the hall. Whoever stays longer can walk to the lighthouse, which takes an hour, and come back by the beach.";

type Summary = Pick<SummaryRow, "student" | "kind" | "summary">;

/**
 * Four kinds of summary to be judged beside those of one kind: `generic`, one text for all, of about
 * their length; `another student's`, that of the next student, the first's for the last;
 * `shortened`, the first sentence; `filler`, a text about nobody's programs, of as many words.
 */
export function controlsOf(own: readonly Summary[]): Summary[] {
  const texts = own.map(({ summary }) => summary);
  return own.flatMap(({ student, summary }, i): Summary[] => {
    const [sentence] = summary.split(/(?<=\.) /, 1);
    return [
      { student, kind: "generic", summary: GENERIC },
      { student, kind: "another student's", summary: texts[(i + 1) % texts.length]! },
      { student, kind: "shortened", summary: sentence! },
      { student, kind: "filler", summary: wordsOf(FILLER, summary.split(" ").length) },
    ];
  });
}

/** The first words of a text that begins again at its end. */
function wordsOf(text: string, count: number): string {
  const words = text.split(" ");
  return Array.from({ length: count }, (_, i) => words[i % words.length]).join(" ");
}
