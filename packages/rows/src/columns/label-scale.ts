/** Labels that may be the answers of a scale, from its lower end to its upper end. */
export interface LabelScale {
  readonly labels: readonly string[];
  /** Whether they can mean nothing else; numbers may also be codes of something. */
  readonly isSure: boolean;
}

/** The most answers of a scale: those from 0 to 10. */
const MOST = 11;

/** The fewest labels whose order matters: two are as far apart in either order. */
const FEWEST = 3;

/**
 * The scale that the labels of a column form, in its order; `undefined` if they form none that is
 * known here. Its answers are words such as "disagree" and "strongly agree", stars, shares such as
 * 3/5, or numbers.
 *
 * @example
 * labelScale("answer", new Set(["agree", "disagree", "neutral"])).labels;
 * // → ["disagree", "neutral", "agree"]
 */
export function labelScale(column: string, labels: ReadonlySet<string>): LabelScale | undefined {
  if (labels.size < FEWEST || labels.size > MOST) return undefined;
  const places = [...labels].map((label) => ({ label, text: plain(label) }));
  const inOrder = (
    placeOf: (text: string) => number | undefined,
  ): readonly string[] | undefined => {
    const placed = places.map(({ label, text }) => ({ label, place: placeOf(text) }));
    const distinct = new Set(placed.map(({ place }) => place));
    if (distinct.has(undefined) || distinct.size < placed.length) return undefined;
    return placed.toSorted((a, b) => a.place! - b.place!).map(({ label }) => label);
  };
  const ordered = [...SCALES.map(placeIn), stars].map(inOrder).find((one) => one !== undefined);
  if (ordered !== undefined) return { labels: ordered, isSure: true };
  const numbers = inOrder(number);
  return numbers && { labels: numbers, isSure: isRated(column) };
}

/** Known scales; the answers of each from its lower end, with other words for the same answer. */
const SCALES: readonly (readonly string[])[] = [
  [
    "strongly disagree|completely disagree|totally disagree|fully disagree",
    "disagree|mostly disagree",
    "somewhat disagree|slightly disagree|tend to disagree|partly disagree",
    "neither agree nor disagree|neither|neutral|undecided|unsure",
    "somewhat agree|slightly agree|tend to agree|partly agree",
    "agree|mostly agree",
    "strongly agree|completely agree|totally agree|fully agree",
  ],
  [
    "never",
    "almost never|very rarely",
    "rarely|seldom",
    "occasionally|sometimes",
    "often|frequently",
    "very often|usually|almost always",
    "always",
  ],
  [
    "very dissatisfied|completely dissatisfied",
    "dissatisfied|unsatisfied",
    "somewhat dissatisfied|slightly dissatisfied",
    "neither satisfied nor dissatisfied|neither|neutral",
    "somewhat satisfied|slightly satisfied",
    "satisfied",
    "very satisfied|completely satisfied",
  ],
  [
    "terrible|awful",
    "very bad|very poor",
    "bad|poor",
    "fair|average|ok|okay|acceptable|neutral",
    "good",
    "very good",
    "excellent|great",
  ],
  [
    "very negative|strongly negative",
    "negative",
    "somewhat negative|slightly negative",
    "neutral",
    "somewhat positive|slightly positive",
    "positive",
    "very positive|strongly positive",
  ],
  [
    "very unlikely|extremely unlikely",
    "unlikely",
    "somewhat unlikely",
    "neither likely nor unlikely|neutral",
    "somewhat likely",
    "likely",
    "very likely|extremely likely",
  ],
  [
    "not at all|not at all important|none",
    "a little|slightly|slightly important",
    "somewhat|moderately|moderately important|somewhat important",
    "quite|quite a bit|important",
    "very|very much|a lot|very important",
    "extremely|completely|extremely important",
  ],
  ["very low", "low", "medium|moderate|middle", "high", "very high"],
  [
    "very easy",
    "easy",
    "medium|moderate|neutral|neither",
    "hard|difficult",
    "very hard|very difficult",
  ],
  [
    "much worse",
    "worse|somewhat worse",
    "the same|about the same|same",
    "better|somewhat better",
    "much better",
  ],
];

/** Columns whose numbers are a scale, by their name. */
const RATED = /(^|[\s_-])(stars?|ratings?|scores?|likert|grades?|scale|agreement|satisfaction)\b/i;

/** Whether a column is named as one of ratings. */
export function isRated(name: string): boolean {
  return RATED.test(name);
}

function placeIn(scale: readonly string[]): (text: string) => number | undefined {
  const places = new Map(
    scale.flatMap((answers, place) => answers.split("|").map((answer) => [answer, place] as const)),
  );
  return (text) => places.get(text);
}

/** The number of stars: ★★★☆☆, 3 stars, or 3/5. */
function stars(text: string): number | undefined {
  if (/^(?:[★⭐☆]\uFE0F?)+$/u.test(text)) return text.match(/[★⭐]/gu)?.length ?? 0;
  const [, count] = /^(\d+(?:\.5)?) ?(?:stars?|\/ ?5|\/ ?7|\/ ?10|out of 5)$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count);
}

function number(text: string): number | undefined {
  return /^-?\d{1,2}(?:[.,]\d)?$/.test(text) ? Number(text.replace(",", ".")) : undefined;
}

/** A label in small letters, with its words one blank apart. */
function plain(label: string): string {
  const spaced = label.replaceAll(/[\s_]+|(?<=\p{L})-(?=\p{L})/gu, " ");
  return spaced.trim().toLowerCase();
}
