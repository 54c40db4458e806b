import { type Databases, hasPostgres } from "@promptnce/testing/postgres";
import { postgresOfRun } from "@promptnce/testing/postgres-of-run";
import { beforeAll, describe, expect, it } from "vitest";
import { entry } from "@promptnce/engine/testing/entry";
import { openDatabase } from "./database.ts";
import { openPostgresStore } from "./postgres-store.ts";

describe.skipIf(!hasPostgres)("the tables of a store", () => {
  let server: Databases;
  beforeAll(async () => {
    server = await postgresOfRun();
  });
  const newAddress = (): Promise<string> => server.database("tables");
  const as = (user: string, address: string): string => address.replace("promptnce@", `${user}@`);

  async function run(address: string, text: string): Promise<void> {
    const database = await openDatabase(address);
    await database.query(text);
    await database.close();
  }

  async function storeWithReply(): Promise<string> {
    const address = await newAddress();
    await using store = await openPostgresStore(address);
    await store.append(entry("a"));
    return address;
  }

  it("need no right to make any once they are there: rights to the data are enough", async () => {
    const address = await storeWithReply();
    await run(
      address,
      `grant usage on schema promptnce to data;
       grant select, insert, update, delete on all tables in schema promptnce to data`,
    );
    await using store = await openPostgresStore(as("data", address));
    await store.append(entry("b"));
    expect(await store.mayAsk({ name: "v", model: "m" })).toBe(true);
    expect(await Array.fromAsync(store.entries())).toHaveLength(2);
  });

  it("are read by a user who may read alone, who is refused before anything is asked", async () => {
    const address = await storeWithReply();
    const grants =
      "grant usage on schema promptnce to reader; grant select on all tables in schema promptnce to reader";
    await run(address, grants);
    await using store = await openPostgresStore(as("reader", address));
    expect(await store.get(entry("a").key)).toBeDefined();
    await expect(store.mayAsk({ name: "v", model: "m" })).rejects.toThrow(
      /cannot be used \(this user may read it but not write to it\): name a user/,
    );
    await expect(store.append(entry("b"))).rejects.toThrow(
      /permission denied for table replies\): let/,
    );
  });

  it("are read where nothing can be written, as on a standby", async () => {
    const address = await storeWithReply();
    const name = new URL(address).pathname.slice(1);
    await run(address, `alter database ${name} set default_transaction_read_only = on`);
    await using store = await openPostgresStore(address);
    expect(await store.get(entry("a").key)).toBeDefined();
    await expect(store.mayAsk({ name: "v", model: "m" })).rejects.toThrow("not write to it");
    await expect(store.append(entry("b"))).rejects.toThrow("as a standby is");
    await expect(
      openPostgresStore(`${await newAddress()}?options=-c%20default_transaction_read_only=on`),
    ).rejects.toThrow("as a standby is");
  });

  it("that may not be made are told of in a sentence that says who may", async () => {
    const address = await newAddress();
    await expect(openPostgresStore(as("data", address))).rejects.toThrow(
      /cannot be used \(permission denied for database .*\): let a user who may create tables/,
    );
    // Nobody makes any by looking.
    await using store = await openPostgresStore(as("data", address), { readOnly: true });
    expect(await Array.fromAsync(store.entries())).toEqual([]);
  });

  it("are made by a user who may make tables in the schema, and no schemas", async () => {
    const address = await newAddress();
    await run(address, "create schema promptnce authorization data");
    await using store = await openPostgresStore(as("data", address));
    await store.append(entry("a"));
    expect(await store.get(entry("a").key)).toBeDefined();
  });

  it("are made once, however many programs open the store first", async () => {
    const address = await newAddress();
    const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore(address)));
    for (const store of stores) {
      const { rows } = await store.database.query("select version from promptnce.version");
      expect(rows).toEqual([{ version: 2 }]);
      await store[Symbol.asyncDispose]();
    }
  });

  it("of another version are refused, whatever is wanted of them", async () => {
    const address = await storeWithReply();
    await run(address, "update promptnce.version set version = 7");
    for (const readOnly of [true, false]) {
      await expect(openPostgresStore(address, { readOnly })).rejects.toThrow(
        /its tables have version 7, and this program knows version 2\): use the version/,
      );
    }
  });

  it("of something else are left as they are", async () => {
    const address = await newAddress();
    await run(address, "create schema promptnce; create table promptnce.invoices (id int)");
    await expect(openPostgresStore(address)).rejects.toThrow(
      /its schema "promptnce" holds tables of another program: invoices\): name a database that/,
    );
    const alike = await newAddress();
    await run(alike, "create schema promptnce; create table promptnce.replies (id int)");
    await expect(openPostgresStore(alike)).rejects.toThrow("tables of another program: replies)");
  });
});
