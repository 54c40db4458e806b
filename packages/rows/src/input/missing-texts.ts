/**
 * Texts that programs write where there is no value: R and pandas, databases, spreadsheets with
 * their errors, SPSS, JavaScript and C.
 */
const USUAL = [
  ..."NA N/A n/a N.A. n.a. #N/A #NA <NA> NaN nan NAN -NaN -nan NaT".split(" "),
  ..."NULL null (null) [NULL] \\N #NULL! #DIV/0! #NAME? #NUM! #REF! #VALUE!".split(" "),
  ..."1.#IND -1.#IND 1.#QNAN -1.#QNAN".split(" "),
  "#N/A N/A",
];

/** The word that leaves the usual texts out, before those that are missing instead of them. */
const ONLY = "only";

/** Whether a text stands for no value. */
export type MissingTest = (text: string) => boolean;

/**
 * The test for texts that stand for no value. An empty text always does.
 *
 * @param named Texts besides the usual ones; instead of them if the first is `only`.
 * @param listed Labels, which stand for themselves.
 * @example
 * const isMissing = missingTest(["Refused"]);
 * ["NA", "Refused", "", "No"].map(isMissing); // → [true, true, true, false]
 */
export function missingTest(
  named: readonly string[] = [],
  listed: Iterable<string> = [],
): MissingTest {
  const [first, ...others] = named;
  const texts = new Set(first === ONLY ? others : [...USUAL, ...named]);
  for (const label of listed) {
    texts.delete(label);
  }
  const longest = Math.max(0, ...Array.from(texts, ({ length }) => length));
  return (text) => {
    const plain = text.trim();
    return plain === "" || (plain.length <= longest && texts.has(plain));
  };
}
