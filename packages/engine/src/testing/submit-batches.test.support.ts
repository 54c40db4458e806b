/** A child process for tests: has batches of two answer the prompts given, over the store given. */
import { delay } from "../pace/delay.ts";
import { batchExecutor } from "../batch/batch-executor.ts";
import { openBatchLedger } from "../journal/batch-ledger.ts";
import { openJournal } from "../journal/journal.ts";
import { bothWays } from "./batch-vendors.test.support.ts";

const [name, url = "", store = "", prompts = ""] = process.argv.slice(2);
const found = bothWays.find(({ vendor }) => vendor === name);
if (found === undefined) throw new TypeError(`There is no vendor ${name}.`);
const asks = (JSON.parse(prompts) as string[]).map((prompt) => ({
  request: { prompt, sample: 0 },
}));
using journal = openJournal(store);
await batchExecutor({
  vendor: found.batches({ url, openaiUrl: `${url}/v1` }, { limits: { requests: 2 } }),
  store: journal,
  ledger: openBatchLedger(store),
  wait: () => delay(5, undefined),
}).settle(asks);
