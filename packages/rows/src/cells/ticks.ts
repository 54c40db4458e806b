/** What programs and people write where a box is not ticked. */
const OFF: ReadonlySet<string> = new Set(
  "0 0.0 false f no n off none unchecked unticked unselected - nein non não нет".split(" "),
);

/** What they write where it is, besides the label itself. */
const ON: ReadonlySet<string> = new Set(
  "1 1.0 true t yes y on x ✓ ✔ checked ticked selected ja j oui sí si sim да".split(" "),
);

const PHRASES_OFF: ReadonlySet<string> = new Set(["not selected", "not checked", "nicht gewählt"]);

/** Whether a cell is that of a box that is not ticked. */
export function isOff(text: string): boolean {
  const plain = text.trim().toLowerCase();
  return plain === "" || OFF.has(plain) || PHRASES_OFF.has(plain);
}

/** Whether a cell says that a box is ticked, and not by the label itself. */
export function isOn(text: string): boolean {
  return ON.has(text.trim().toLowerCase());
}

/** The option of a question at the end of a column's name: `Which? [Bus]`, `Which? (choice=Bus)`. */
const OPTION = /[\s.] ?\[([^[\]]+)\]$|\(choice=(.+)\)$/;

/**
 * The labels of columns of boxes by their names, without what all names have in common:
 * `Answer.topic.app` is `app` beside `Answer.topic.billing`, `FAS[SQ001]` is `SQ001`, and
 * REDCap's `Which? (choice=Bus)` is `Bus`.
 */
export function boxLabels(names: readonly string[]): readonly string[] {
  const options = names.map((name) => OPTION.exec(name)?.slice(1).find(Boolean) ?? "");
  if (options.every(Boolean) && new Set(options).size === names.length) return options;
  const [first = "", ...others] = names;
  let length = 0;
  while (length < first.length && others.every((name) => name[length] === first[length])) {
    length++;
  }
  const stem = /^.*[._:/[-]\s*/su.exec(first.slice(0, length))?.[0].length ?? 0;
  const labels = names.map((name) =>
    name
      .slice(stem)
      .replace(stem > 0 ? /\]$/ : "", "")
      .trim(),
  );
  return labels.some((label) => label === "") ? names : labels;
}
