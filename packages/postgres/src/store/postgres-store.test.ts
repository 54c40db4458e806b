import { type Databases, hasPostgres, startPostgres } from "@promptnce/testing/postgres";
import { postgresOfRun } from "@promptnce/testing/postgres-of-run";
import { beforeAll, describe, expect, it } from "vitest";
import { entry } from "@promptnce/engine/testing/entry";
import { describeStore } from "@promptnce/engine/testing/store-conformance";
import { openPostgresStore } from "./postgres-store.ts";

describe.skipIf(!hasPostgres)("replies in PostgreSQL", () => {
  let server: Databases;
  beforeAll(async () => void (server = await postgresOfRun()));
  const newAddress = (): Promise<string> => server.database("replies");

  describeStore("a database", () => {
    const address = newAddress();
    return async () => openPostgresStore(await address);
  });

  it("is written by several programs at once, of which each sees what the others wrote", async () => {
    const address = await newAddress();
    await using one = await openPostgresStore(address);
    await using other = await openPostgresStore(address);
    await Promise.all([one.append(entry("a", "from one")), other.append(entry("b", "from other"))]);
    expect((await one.get(entry("b").key))?.reply.text).toBe("from other");
    await Promise.all([one.append(entry("c", "first")), other.append(entry("c", "second"))]);
    const texts = (await Array.fromAsync(one.entries())).map(({ reply }) => reply.text);
    expect(texts.toSorted()).toEqual(["first", "from one", "from other", "second"]);
  });

  it("is made once where several programs find it missing", async () => {
    const address = await newAddress();
    const stores = await Promise.all([1, 2, 3, 4].map(() => openPostgresStore(address)));
    await Promise.all(stores.map((store, i) => store.append(entry(`${i}`))));
    expect(await Array.fromAsync(stores[0]!.entries())).toHaveLength(4);
    for (const store of stores) {
      await store[Symbol.asyncDispose]();
    }
  });

  it("goes on when the server was restarted, and has lost nothing", { tags: "full" }, async () => {
    await using own = await startPostgres();
    await using store = await openPostgresStore(await own.database("replies"));
    await store.append(entry("before"));
    const restarted = own.restart();
    await Promise.all(["a", "b", "c"].map((prompt) => store.append(entry(prompt))));
    await restarted;
    const prompts = (await Array.fromAsync(store.entries())).map(({ prompt }) => prompt);
    expect(prompts.toSorted()).toEqual(["a", "b", "before", "c"]);
  });

  it(
    "listens again once the server was restarted, on one connection, and on none where it was closed meanwhile",
    { tags: "full" },
    async () => {
      await using own = await startPostgres();
      const address = await own.database("replies");
      await using store = await openPostgresStore(address);
      const { database } = store;
      let notices = 0;
      await using _one = await database.listen("one", () => void notices++);
      const other = await database.listen("other", () => {});
      await own.stop();
      await expect(openPostgresStore(address)).rejects.toThrow("no server listens there");
      await other[Symbol.asyncDispose]();
      await own.start();
      await expect.poll(() => notices).toBe(1);
      await database.query("select pg_notify('promptnce_one', '')");
      await expect.poll(() => notices).toBe(2);
      const { rows } = await database.query(
        "select query from pg_stat_activity where query like 'listen %'",
      );
      expect(rows).toEqual([{ query: "listen promptnce_one" }]);
    },
  );

  it("answers with a failure where somebody changed a line, and with what is stored after it", async () => {
    const address = await newAddress();
    await using store = await openPostgresStore(address);
    await store.append(entry("a", "yes"));
    await store.append(entry("b", "yes"));
    const { database } = store;
    const changed =
      "lines[1] = replace(lines[1], 'yes', 'no'), sending = '{torn}', dropped = 'torn'";
    await database.query(`update promptnce.replies set ${changed} where key = $1`, [
      entry("a").key,
    ]);
    const failure = {
      kind: "store",
      message: `A line of its row in promptnce.replies does not have its checksum: it was changed. Delete the row with the key ${entry("a").key}, and the request is asked again.`,
    };
    const failed = { key: entry("a").key, reply: { text: "", stop: "failed", failure } };
    expect(await store.get(entry("a").key)).toMatchObject(failed);
    expect(await Array.fromAsync(store.entries())).toMatchObject([failed, { prompt: "b" }]);
    await using again = await openPostgresStore(address);
    await again.append(entry("a", "yes"));
    expect((await store.get(entry("a").key))?.reply.text).toBe("yes");
  });

  it("says in one sentence that no password may stand in the address, that nothing listens, or that nobody lets in", async () => {
    const address = await newAddress();
    await expect(
      openPostgresStore(address.replace("promptnce@", "promptnce:secret@")),
    ).rejects.toThrow(
      /^address: addresses are shown and recorded, so this one must not contain a password; set PGPASSWORD/,
    );
    await expect(openPostgresStore("postgres://promptnce@127.0.0.1:1/none")).rejects.toThrow(
      "cannot be used (no server listens there): check that PostgreSQL runs there",
    );
    await expect(openPostgresStore(`${address}gone`)).rejects.toThrow(
      /cannot be used \(database ".*" does not exist\)/,
    );
  });
});
