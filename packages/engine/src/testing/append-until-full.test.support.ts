/** A child process for tests: appends to the journal given until it fails, then says why. */
import { openJournal } from "../journal/journal.ts";
import { entry } from "./entry.test.support.ts";

const [path = ""] = process.argv.slice(2);
const journal = openJournal(path);
for (let i = 0; i < 1000; i++) {
  try {
    journal.append(entry(`prompt ${i}`));
  } catch (error) {
    process.stdout.write(JSON.stringify({ kept: i, message: (error as Error).message }));
    break;
  }
}
