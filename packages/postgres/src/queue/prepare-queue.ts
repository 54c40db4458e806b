import { OptionError } from "@promptnce/core/errors";
import { unusable } from "../store/database-error.ts";
import type { PostgresStore } from "../store/postgres-store.ts";
import { startBoss } from "./boss.ts";
import { JOB_TABLE, JOBS } from "./jobs-table.ts";

/**
 * Creates or migrates the queue's tables beside those of its store, and grants another user of the
 * database what runs and workers need: rights to the data, but none to create or change tables.
 *
 * @throws OptionError for `public`, which is no user but all of them. JournalError where this user
 *   may not create the tables, or not grant rights to them.
 * @example
 * await using store = await openPostgresStore("postgres://localhost/replies");
 * await prepareQueue(store);
 * (await queueStatus(store)).length; // → 0
 */
export async function prepareQueue({ database }: PostgresStore, user?: string): Promise<void> {
  if (user === "public") {
    throw new OptionError(
      "user",
      "public stands for every user of the server, who could then read and change the replies; give the name of a user, or of a role that such users are members of",
    );
  }
  const boss = await startBoss(database, false);
  await boss.stop({ graceful: false });
  if (user === undefined) return;
  const role = `"${user.replaceAll('"', '""')}"`;
  const schemas = `promptnce, ${JOBS}`;
  await database.transaction(async (sql) => {
    await sql.query(`grant usage on schema ${schemas} to ${role}`);
    const data = "select, insert, update, delete";
    await sql.query(`grant ${data} on all tables in schema ${schemas} to ${role}`);
    await sql.query(`grant usage, select on all sequences in schema ${schemas} to ${role}`);
    await sql.query(`grant execute on all functions in schema ${JOBS} to ${role}`);
    // PostgreSQL only warns a user who may not grant these rights.
    const { rows } = await sql.query(
      "select bool_and(has_table_privilege($1, name, 'insert')) as has from unnest($2::text[]) as name",
      [user, ["promptnce.replies", JOB_TABLE]],
    );
    if (rows[0]?.["has"] === true) return;
    throw unusable(
      database.address,
      `this user may not give ${user} rights to its tables`,
      "let the owner of the tables do so",
    );
  });
}
