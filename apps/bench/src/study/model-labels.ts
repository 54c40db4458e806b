interface Named {
  readonly provider: string;
  readonly model: string;
}

/** What each model is called: its name, with who serves it where two of them have the same. */
export function modelLabels(models: readonly Named[]): string[] {
  const names = models.map(({ model }) => model);
  const twice = new Set(names.filter((name, i) => names.indexOf(name) !== i));
  return models.map(({ provider, model }) => (twice.has(model) ? `${provider}:${model}` : model));
}
