import type { Provider, Reply, Request } from "@promptnce/core";
import { ProviderError } from "../errors/errors.ts";

/** Where a vendor's settings hold the form of the reply, from the outermost name inwards. */
export type FormatPath = readonly [name: string, inner?: string];

/** How vendors name the form of a reply where they reject it. */
const ABOUT_THE_SCHEMA = /schema|response_?format|output_config|text\.format|structured|json mode/i;

/**
 * A call whose request may carry a schema. Where the vendor rejects the request for it, the error
 * says what to do: there is no second try without it, since that would ask something else.
 *
 * @throws TypeError where the settings fix the form of the reply already.
 */
export async function heldToSchema(
  { schema }: Request,
  settings: Provider["settings"],
  path: FormatPath,
  call: () => Promise<Reply>,
): Promise<Reply> {
  if (schema === undefined) return call();
  checkFormFree(settings, path);
  try {
    return await call();
  } catch (error) {
    throw withSchemaAdvice(error);
  }
}

/**
 * Checks that the settings leave the form of the reply to a schema.
 *
 * @throws TypeError where they fix it already.
 */
export function checkFormFree(settings: Provider["settings"], path: FormatPath): void {
  const [name, inner] = path;
  const given = settings[name];
  if (inner === undefined ? given === undefined : !hasMember(given, inner)) return;
  throw new TypeError(
    `The setting ${path.join(".")} and the schema of structured mode exclude each other: leave it out of settings.`,
  );
}

/** The error of a request with a schema, with what to do where the schema was rejected. */
export function withSchemaAdvice(error: unknown): unknown {
  return isAboutTheSchema(error) ? withAdvice(error) : error;
}

/** What both of OpenAI's interfaces want to be told of a schema. */
export function strictFormat(schema: NonNullable<Request["schema"]>): {
  name: string;
  strict: true;
  schema: Record<string, unknown>;
} {
  return { name: "answer", strict: true, schema: { ...schema } };
}

function hasMember(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name);
}

function isAboutTheSchema(error: unknown): error is ProviderError {
  if (!(error instanceof ProviderError)) return false;
  return error.kind === "request" && ABOUT_THE_SCHEMA.test(error.message);
}

function withAdvice(error: ProviderError): ProviderError {
  const { kind, retryable, status } = error;
  return new ProviderError(
    `${error.message} (The request carries the JSON Schema of structured mode: where the model or server takes none, ask in faithful mode.)`,
    { kind, retryable, ...(status !== undefined && { status }) },
  );
}
