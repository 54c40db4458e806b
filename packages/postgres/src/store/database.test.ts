import { type Databases, hasPostgres } from "@promptnce/testing/postgres";
import { postgresOfRun } from "@promptnce/testing/postgres-of-run";
import { beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "./database.ts";

describe.skipIf(!hasPostgres)("a database", () => {
  let server: Databases;
  let address: string;
  beforeAll(async () => {
    server = await postgresOfRun();
    address = await server.database("errors");
  });

  /** What comes of a statement. */
  async function told(text: string): Promise<Error> {
    const database = await openDatabase(address);
    try {
      return await database.query(text).then(
        () => new Error("nothing"),
        (error: Error) => error,
      );
    } finally {
      await database.close();
    }
  }

  it.each([
    ["42501", /let a user who may create tables run `prepareQueue\(\)` once/],
    ["25006", /it is read-only, as a standby is/],
    ["53100", /its disk is full: make room there and try again; nothing stored is lost\.$/],
    ["53400", /it is short of memory or connections, or at a limit of its settings/],
    ["57014", /a statement took longer than the server allows/],
    ["55P03", /another session holds a lock that is needed/],
    ["58030", /the server cannot read or write its own files: see its log/],
    ["22P05", /its encoding is not UTF8/],
    ["42P01", /its tables are not those that this program makes/],
  ])("tells of SQLSTATE %s in one sentence, which says what to do", async (code, advice) => {
    const error = await told(
      `do $$ begin raise exception 'the server says so' using errcode = '${code}'; end $$`,
    );
    expect(error.name).toBe("JournalError");
    expect(error.message).toMatch(/^The store postgres:.* cannot be used \(the server says so\): /);
    expect(error.message).toMatch(advice);
  });

  it("hands on what is a mistake of this program as it is", async () => {
    expect(await told("selec 1")).toMatchObject({ code: "42601" });
  });

  it("runs a text of several statements, as pg-boss maintains its tables, and values by the same text", async () => {
    const database = await openDatabase(address);
    await database.query("create table maintained (id int); drop table maintained", []);
    const both = [1, 2].map((n) => database.query("select $1::int as n", [n]));
    expect((await Promise.all(both)).map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }]]);
    await database.close();
  });

  it("ends a statement that takes too long, and says so", async () => {
    const database = await openDatabase(address, { statement: 1000, idleInTransaction: 60_000 });
    await expect(database.query("select pg_sleep(20)")).rejects.toThrow(
      /\(canceling statement due to statement timeout\): a statement took longer than the server allows/,
    );
    expect((await database.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await database.close();
  });

  it("lets nobody wait for long for a transaction whose program stands still, which is done again", async () => {
    const times = { statement: 60_000, idleInTransaction: 300 };
    const still = await openDatabase(address, times);
    const other = await openDatabase(address, times);
    await still.query("create table held (n int)");
    await still.query("insert into held values (0)");
    const done = Promise.withResolvers<void>();
    let attempts = 0;
    const frozen = still.transaction(async (sql) => {
      await sql.query("update held set n = n + 1");
      // As where the machine sleeps, the first time.
      if (++attempts === 1) await done.promise;
      await sql.query("update held set n = n + 1");
    });
    await expect.poll(() => attempts).toBe(1);
    await other.query("update held set n = n + 10");
    done.resolve();
    await frozen;
    // More often than twice where this machine stands still as well.
    expect(attempts).toBeGreaterThan(1);
    expect((await other.query("select n from held")).rows).toEqual([{ n: 12 }]);
    await still.close();
    await other.close();
  });

  it("leaves times alone that its own settings give", async () => {
    const own = await server.database("times");
    const first = await openDatabase(own);
    const name = new URL(own).pathname.slice(1);
    await first.query(`alter database ${name} set statement_timeout = '5s'`);
    await first.close();
    const database = await openDatabase(own);
    const { rows } = await database.query(
      "select current_setting('statement_timeout') as one, current_setting('idle_in_transaction_session_timeout') as other",
    );
    expect(rows).toEqual([{ one: "5s", other: "30s" }]);
    await database.close();
  });
});
