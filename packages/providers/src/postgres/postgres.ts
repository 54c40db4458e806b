// The store of a team, in PostgreSQL; it needs the package pg.
export { isDatabase } from "./address.ts";
export { type OpenedStore, openStore, repliesAt } from "./open-store.ts";
export { openPostgresStore, type PostgresStore } from "./postgres-store.ts";
