// Node 22 says on standard error that its SQLite is experimental, where a journal takes its lock.
// Whoever runs the command can do nothing about that; Node 24 no longer says it.
const emitWarning = process.emitWarning.bind(process);
process.emitWarning = (...given: unknown[]): void => {
  if (String(given[0]).startsWith("SQLite is an experimental feature")) return;
  Reflect.apply(emitWarning, undefined, given);
};
