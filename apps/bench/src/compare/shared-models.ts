/** A model and who served it, as in `estimates.csv`. */
export interface ModelName {
  readonly provider: string;
  readonly model: string;
}

/** Which model of one run is compared with which of the other. */
export type SharedModels = ReturnType<typeof sharedModels>;

/**
 * The models that both runs asked, with what the tables call them. Where each asked a single one,
 * these two, whatever they are called; else those of one name and, where a run asked two of one
 * name, of one provider. Of those that only one of the runs asked the notes say nothing but that.
 */
export function sharedModels(a: readonly ModelName[], b: readonly ModelName[]) {
  const [onlyA, onlyB] = [a[0], b[0]];
  if (onlyA && onlyB && a.length === 1 && b.length === 1) {
    const title = [...new Set([onlyA.model, onlyB.model])].join(" / ");
    return { pairs: [{ title, a: onlyA, b: onlyB }], notes: [] };
  }
  const plain = [a, b].every((run) => new Set(run.map(({ model }) => model)).size === run.length);
  const nameOf = ({ provider, model }: ModelName): string => (plain ? model : `${provider}:${model}`);
  const namesA = a.map(nameOf);
  const namesB = b.map(nameOf);
  const pairs = a.flatMap((one, i) => {
    const title = namesA[i] as string;
    const other = b[namesB.indexOf(title)];
    return other ? [{ title, a: one, b: other }] : [];
  });
  const lone = [...notIn("A", namesA, namesB), ...notIn("B", namesB, namesA)];
  const nothing = pairs.length > 0 ? [] : ["No model was asked in both runs."];
  return { pairs, notes: [...nothing, ...lone] };
}

function notIn(run: string, own: readonly string[], others: readonly string[]): string[] {
  const names = own.filter((name) => !others.includes(name));
  return names.length > 0 ? [`Only in ${run}, and not compared: ${names.join(", ")}.`] : [];
}
