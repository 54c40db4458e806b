// Workers that answer what waits in a store in PostgreSQL; they need the packages pg and pg-boss.
export { type Limits, type QueueStatus, queueStatus, setLimits } from "./limits.ts";
export { work, type WorkerOptions } from "./worker.ts";
