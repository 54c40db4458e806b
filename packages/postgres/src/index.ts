// The store that a team shares, a PostgreSQL database, and the queue in it that workers process.
export {
  openPostgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from "./store/postgres-store.ts";
export { storeAccess } from "./store/tables.ts";
export { workersExecutor, type WorkersOptions } from "./queue/workers-executor.ts";
export { type Limits, type QueueStatus, queueStatus, setLimits } from "./queue/limits.ts";
export { prepareQueue } from "./queue/prepare-queue.ts";
export { rowBudget } from "./queue/row-budget.ts";
export { work, type WorkerOptions } from "./worker/worker.ts";
