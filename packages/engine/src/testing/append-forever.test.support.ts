/** A child process for tests: appends to the journal given until it is killed, counting aloud. */
import { openJournal } from "../journal/journal.ts";
import { entry } from "./entry.test.support.ts";

const [path = ""] = process.argv.slice(2);
const journal = openJournal(path);
for (let i = 0; ; i++) {
  journal.append(entry(`prompt ${i}`, "x".repeat(2000)));
  process.stdout.write(`${i}\n`);
  if (i % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
}
