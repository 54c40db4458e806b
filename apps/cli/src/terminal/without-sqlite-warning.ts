// Node 22 warns on standard error that its SQLite, which locks journals, is experimental. The user
// can do nothing about it, and Node 24 no longer warns.
const emitWarning = process.emitWarning.bind(process);
process.emitWarning = (...given: unknown[]): void => {
  if (String(given[0]).startsWith("SQLite is an experimental feature")) return;
  Reflect.apply(emitWarning, undefined, given);
};
