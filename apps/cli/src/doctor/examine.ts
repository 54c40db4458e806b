import { say } from "#command/start";
import { existsSync } from "node:fs";
import { datasetNames, verifyDataset } from "@promptnce/datasets";
import { JournalError, openJournal } from "@promptnce/engine/journal";
import { type GivenModel, loadPostgres, type ModelChoice, modelOf } from "#command";
import { sentenceOf } from "#command/errors";
import { vendors } from "@promptnce/providers/vendors";
import { isDatabase } from "@promptnce/engine/address";
import { foundModels, noModelText, pastedOptions, vendorsByKey } from "../models/found-models.ts";
import type { Diagnosis } from "./finding.ts";

export interface DoctorOptions extends Partial<GivenModel> {
  readonly data?: string;
}

/** The findings of `doctor`, in output order. */
export async function examine(options: DoctorOptions, choice: ModelChoice): Promise<Diagnosis[]> {
  const { keyEnv, store } = options;
  const vendor = vendors.find(({ name }) => name === choice.provider);
  const asked = [options.baseUrl === undefined ? vendor?.keyEnv : undefined, keyEnv];
  // No command starts under a Node version that is too old.
  const node: Diagnosis = { status: "ok", check: "node", message: process.versions.node };
  const findings = [node, ...checkKeys(asked, keyEnv, process.env)];
  if (vendor === undefined) findings.push(...(await checkModels()));
  if (store !== undefined) findings.push(...(await checkStore(store)));
  if (options.data !== undefined) findings.push(...(await checkData(options.data)));
  const keyless = findings.some(({ status, check }) => status === "fail" && check === keyEnv);
  if (vendor !== undefined && !keyless) {
    const { probeProvider } = await import("./probe-provider.ts");
    const tried = vendor.decides ? "" : ", and one more for each parameter to try";
    say(`Asking ${choice.model} ten short questions${tried} …`);
    findings.push(...(await probeProvider({ vendor, ...modelOf(options, choice) })));
  }
  return findings;
}

/**
 * Which environment variables hold a key: those of the model that is asked, and any other that is
 * set. No part of a key is shown. An empty variable is a failure only if the user named it, because
 * a vendor's SDK may find a key elsewhere, as the probe shows.
 */
function checkKeys(
  asked: readonly (string | undefined)[],
  needed: string | undefined,
  env: NodeJS.ProcessEnv,
): Diagnosis[] {
  const set = [...vendorsByKey().keys()].filter((name) => env[name]);
  const names = new Set([...set, ...asked].filter((name) => name !== undefined));
  return Array.from(names, (check) => {
    if (env[check]) return { status: "ok", check, message: "is set" };
    if (check === needed)
      return { status: "fail", check, message: "is not set: put the key there" };
    return { status: "warn", check, message: "is not set" };
  });
}

/** The models that could be asked, since none was named. */
async function checkModels(): Promise<Diagnosis[]> {
  const check = "model";
  const found = await foundModels();
  if (found.length === 0) return [{ status: "warn", check, message: noModelText() }];
  return found.map(({ found: place, options }) => ({
    status: "ok",
    check,
    message: `${place}: ${pastedOptions(options)}`,
  }));
}

/**
 * Whether a store is usable: a journal's records, damaged lines and lock, or a database. Does not
 * create a journal.
 */
export async function checkStore(path: string): Promise<Diagnosis[]> {
  const check = "store";
  if (!isDatabase(path) && !existsSync(path)) {
    return [{ status: "ok", check, message: `${path} does not exist yet; a run will create it` }];
  }
  try {
    if (isDatabase(path)) return [await databaseFinding(path)];
    using journal = openJournal(path);
    const records: Diagnosis = {
      status: "ok",
      check,
      message: `${path} answers ${journal.size} requests`,
    };
    const unread = [...journal.damage, ...journal.newer];
    const warnings = unread.map(({ line, reason, kind }): Diagnosis => {
      const effect = kind === "newer" ? "it is kept" : "only that reply is lost";
      return { status: "warn", check, message: `line ${line} of ${path} ${reason}; ${effect}` };
    });
    return [records, ...warnings];
  } catch (error) {
    if (error instanceof JournalError)
      return [{ status: "fail", check, message: sentenceOf(error) }];
    throw error;
  }
}

/** Whether a database is usable and writable. Does not create tables. */
async function databaseFinding(address: string): Promise<Diagnosis> {
  const check = "store";
  const { openPostgresStore, storeAccess } = await loadPostgres();
  await using store = await openPostgresStore(address, { readOnly: true });
  const access = await storeAccess(store);
  if (access === "write") return { status: "ok", check, message: `${address} can be used` };
  if (access === "read") {
    return {
      status: "warn",
      check,
      message: `${address} can be read by this user but not written to`,
    };
  }
  return { status: "ok", check, message: `${address} has no tables yet; a run will create them` };
}

/** Whether each dataset's files are in the folder and intact. Missing datasets can be fetched. */
async function checkData(folder: string): Promise<Diagnosis[]> {
  return Array.fromAsync(datasetNames, async (check): Promise<Diagnosis> => {
    const { files } = await verifyDataset(check, folder);
    const wrong = files.filter(({ status }) => status !== "ok").length;
    if (wrong === 0) return { status: "ok", check, message: `is complete in ${folder}` };
    const fetch = `promptnce datasets fetch ${check} --data ${folder}`;
    const message = `${wrong} of ${files.length} files are missing or wrong in ${folder}: ${fetch}`;
    return { status: "warn", check, message };
  });
}
