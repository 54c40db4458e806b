import * as z from "zod/mini";

/** Reserved names: those of the prompts' own slots and of the paper's tasks. */
const reservedNames = ["y", "target", "options", "other", "labels", "examples", "__proto__"];

/** The tasks of the paper. */
export const builtInTasks: readonly string[] = ["words", "chaosnli", "goemotions", "programs"];

const text = z.string({
  error: ({ input }) => {
    if (input === undefined) return "is missing";
    return `must be text${typeof input === "object" ? "" : `; put it in quotes: "${JSON.stringify(input)}"`}`;
  },
});
const label = text.check(z.regex(/\S/, "must not be empty"));

const oneLine = z.transform((given: string) =>
  given.replaceAll(/\s+/g, " ").replace(/^ |[ .]+$/g, ""),
);
const about = (description: string) => z.meta({ description });

/** A list of items, with further checks. */
function list<T extends z.ZodMiniType>(
  item: T,
  ...checks: Parameters<ReturnType<typeof z.array<T>>["check"]>
) {
  return z.array(item, "must be a list").check(...checks);
}

/** A phrase that becomes part of a sentence: one line, no full stop, no slot. */
function phrase(description: string): z.ZodMiniType<string, string> {
  return z.pipe(text, oneLine).check(
    z.refine((given) => given !== "", "must not be empty"),
    z.refine((given) => !/\{\{|\}\}/.test(given), "must not hold {{ or }}"),
    z.meta({ description, type: "string" }),
  );
}

/** The message for unknown names in an object; `undefined` for other mistakes. */
function unknownNames(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== "unrecognized_keys") return undefined;
  return `Unrecognized key${issue.keys.length > 1 ? "s" : ""}: ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`;
}

/** Reports a mistake in the part at a path of the checked value. */
function refuse(
  { value, issues }: z.core.ParsePayload,
  path: (string | number)[],
  message: string,
): void {
  issues.push({ code: "custom", input: value, path, message });
}

const fields = z
  .union([z.array(z.string()), z.record(z.string(), phrase("How the prompts head it."))], {
    error: ({ input }) =>
      input === undefined
        ? "is missing"
        : "must be a list of names, as [comment], or names with headings, as {comment: COMMENT}",
  })
  .check((payload) => {
    const names = taskFields({ fields: payload.value });
    if (names.length === 0) refuse(payload, [], "must name at least one field of x");
    if (new Set(names).size < names.length) refuse(payload, [], "must name each field once");
    for (const [i, name] of names.entries()) {
      const wrong = nameMistake(name);
      if (wrong !== undefined) refuse(payload, [Array.isArray(payload.value) ? i : name], wrong);
    }
  }, about("The fields of x, in the order in which a prompt shows them; each is a column of the rows, or is given one as name=column. A list, or names with the headings that the prompts give them."));

function nameMistake(name: string): string | undefined {
  if (reservedNames.includes(name)) {
    return `must not be called ${name}, which is a word of the prompts themselves: take another name, and give its column as name=${name}`;
  }
  return name === name.trim() && /^[^{}\p{Cc}]+$/u.test(name)
    ? undefined
    : "must be a name on one line, without braces and without blanks around it, as comment";
}

const notAPair = "must be a pair of x and y, as {x: {comment: Well done}, y: joy}";
const example = z
  .strictObject(
    {
      x: z
        .record(z.string(), text, {
          error: "must give every field its text, as {comment: Well done}",
        })
        .check(about("The text of every field.")),
      y: label.check(about("A label it got.")),
    },
    { error: (issue) => (issue.code === "invalid_type" ? notAPair : unknownNames(issue)) },
  )
  .check(about("A pair that a base rate is asked beside, without its frequency."));

const unlessSaid = z._default(z.boolean("must be true or false"), false);
const longLabels = about(
  "Whether labels are texts of several lines, as programs: each is then shown as a block under a letter, at most 26 in a set.",
);
const hints = about(
  "Sentences on how large base rates are, shown where one is asked for: Most words have p_base ~ 0.0001.",
);

const schema = z
  .strictObject(
    {
      name: text.check(
        z.regex(
          /^[a-z][a-z0-9-]*$/,
          "must be of small letters, digits and hyphens, as my-comments",
        ),
        z.refine((name) => !builtInTasks.includes(name), {
          error: ({ input }) => `must not be ${String(input)}, which is a task of the paper`,
        }),
        about("Of the task, in ids of templates: task-name/open."),
      ),
      person: phrase("Who is observed, with its article: a rater."),
      sees: phrase("What the person is shown: ONE comment from Reddit."),
      event: phrase(
        "What the person then does, behind `A rater is shown ONE comment from Reddit and`: names the emotion that it expresses most.",
      ),
      label: phrase("What a label is, in the singular and without article: emotion."),
      plural: z.optional(phrase("The plural of label, where it is not label with an s.")),
      fields,
      given: z.optional(
        list(
          z.string(),
          z.minLength(1, "must name at least one of fields"),
          about(
            "Fields within which probabilities are, as the question of a survey: a prompt about a base rate shows these and no other, and PMI is given them.",
          ),
        ),
      ),
      several: unlessSaid.check(
        about("Whether one person may give several labels, as all that apply."),
      ),
      long: unlessSaid.check(longLabels),
      ordered: z.optional(
        z
          .boolean("must be true or false")
          .check(
            about(
              "Whether labels are in order, as the answers of a scale: how far apart two distributions are then counts the steps between labels.",
            ),
          ),
      ),
      hints: z._default(list(phrase("One hint."), hints), []),
      labels: z.optional(
        list(
          label,
          z.minLength(
            2,
            "must hold at least two labels, or be left out: then they are those in the rows",
          ),
          z.refine((all) => new Set(all).size === all.length, "must hold each label once"),
          about("All labels there are; those in the rows if not given."),
        ),
      ),
      synonyms: z.optional(
        list(
          list(label, z.minLength(2, "must hold at least two labels")),
          z.refine(
            (groups) => new Set(groups.flat()).size === groups.flat().length,
            "must hold each label once",
          ),
          about(
            "Groups of labels that mean the same: the probabilities of a group are summed, in estimates and in what people did.",
          ),
        ),
      ),
      examples: z.optional(
        list(
          example,
          z.minLength(
            4,
            "must hold at least four pairs, or be left out: then four of the rows are shown",
          ),
          about("Pairs that a grounded base rate shows; four are drawn of more."),
        ),
      ),
    },
    { error: unknownNames },
  )
  .check((payload) => {
    const { examples, labels, synonyms = [], given = [], ...value } = payload.value;
    const all = taskFields(value);
    const stranger = given.find((name) => !all.includes(name));
    if (stranger !== undefined)
      refuse(payload, ["given"], `names ${stranger}, which is none of fields`);
    if (given.length > 0 && all.every((name) => given.includes(name)))
      refuse(payload, ["given"], "must leave at least one of fields, which is then x");
    for (const [i, group] of synonyms.entries()) {
      const unknown = group.find((one) => labels?.includes(one) === false);
      if (unknown !== undefined)
        refuse(payload, ["synonyms", i], `holds ${unknown}, which is none of labels`);
    }
    if (examples === undefined) return;
    const names = taskFields(value);
    for (const [i, { x, y }] of examples.entries()) {
      const missing = names.find((name) => !Object.hasOwn(x, name));
      const unknown = Object.keys(x).find((name) => !names.includes(name));
      if (missing !== undefined)
        refuse(payload, ["examples", i, "x"], `must give ${missing}, as fields says`);
      else if (unknown !== undefined) {
        refuse(
          payload,
          ["examples", i, "x", unknown],
          `is no field: fields names ${names.join(", ")}`,
        );
      }
      if (labels !== undefined && !labels.includes(y))
        refuse(payload, ["examples", i, "y"], "is none of labels");
    }
    const inputs = new Set(examples.map(({ x }) => JSON.stringify(names.map((name) => x[name]))));
    if (inputs.size < 4) refuse(payload, ["examples"], "must hold four pairs with different x");
  });

/**
 * The checked description of a task, from which {@link taskTemplates} makes the prompts of all
 * methods. Phrases come back on one line and without a full stop.
 */
export const taskSchema: z.ZodMiniType<Task> = schema;

/** The names of all properties of a task. */
export const taskKeys: readonly string[] = Object.keys(schema.shape);

/**
 * A task as plain data: who is observed, what they see, what event is estimated, what a label is.
 */
export interface Task {
  readonly name: string;
  /** With its article: `a rater`. */
  readonly person: string;
  readonly sees: string;
  /** The continuation of `A rater is shown … and`. */
  readonly event: string;
  /** In the singular: `emotion`. */
  readonly label: string;
  readonly plural?: string | undefined;
  /** Names of the fields of x, or names with headings. */
  readonly fields: readonly string[] | Readonly<Record<string, string>>;
  /** The fields that form the context of probabilities; by default all rows share one context. */
  readonly given?: readonly string[] | undefined;
  readonly several: boolean;
  readonly long: boolean;
  /**
   * Whether labels are ordered, as on a scale: in the order in which they are listed, or given in
   * the rows.
   */
  readonly ordered?: boolean | undefined;
  readonly hints: readonly string[];
  readonly labels?: readonly string[] | undefined;
  readonly synonyms?: readonly (readonly string[])[] | undefined;
  readonly examples?:
    | readonly { readonly x: Readonly<Record<string, string>>; readonly y: string }[]
    | undefined;
}

/**
 * The names of the fields of x, in order.
 *
 * @example
 * taskFields({ fields: { premise: "PREMISE", hypothesis: "HYPOTHESIS" } });
 * // → ["premise", "hypothesis"]
 */
export function taskFields({ fields: given }: Pick<Task, "fields">): readonly string[] {
  return Array.isArray(given) ? (given as readonly string[]) : Object.keys(given);
}
