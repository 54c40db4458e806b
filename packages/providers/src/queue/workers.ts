// Workers that answer what waits in a store in PostgreSQL; they need the packages pg and pg-boss.
export { type Limits, setLimits } from "./limits.ts";
export { type QueueStatus, queueStatus } from "./queue-status.ts";
export { work, type WorkerOptions } from "./worker.ts";
