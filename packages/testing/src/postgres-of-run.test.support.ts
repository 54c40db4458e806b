import { madeOnce } from "./made-once.test.support.ts";
import { type Databases, databasesAt, execute, serverIn } from "./postgres.test.support.ts";

/**
 * The server that all test files of a run share, which the first that needs it starts, and which
 * ends with the run. Beside its owner it has the users data, reader and nobody, who have no rights.
 *
 * @throws Error if there is no PostgreSQL to start, or it ends before it listens.
 */
export async function postgresOfRun(): Promise<Databases> {
  const { made } = await madeOnce("postgres", async (folder) => {
    const { port, server } = await serverIn(folder, { detached: true });
    server().unref();
    for (const user of ["data", "reader", "nobody"]) {
      await execute(port, `create role ${user} login`);
    }
    return port;
  });
  return databasesAt(made);
}
