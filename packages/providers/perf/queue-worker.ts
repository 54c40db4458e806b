/** A worker of `queue.ts`, in a process of its own. */
import { openPostgresStore } from "../src/postgres/postgres-store.ts";
import { work } from "../src/queue/worker.ts";
import { slowProvider } from "./slow-provider.ts";

const [address = "", latencyMs, slots] = process.argv.slice(2);
await using store = await openPostgresStore(address);
console.log("ready");
const { signal } = new AbortController();
const provider = slowProvider(Number(latencyMs));
await work({ store, provider, price: undefined, slots: Number(slots), signal, say: console.error });
