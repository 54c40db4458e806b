import { parsedJson } from "@promptnce/core/json";
import {
  type FileRun,
  type ModelSetting,
  type ModelSettings,
  modelSettings,
} from "@promptnce/providers/vendors";
import { z } from "zod";
import {
  type CommandOption,
  type CommandOptions,
  flag,
  numberAbove,
  oneOf,
  option,
  someText,
  wholeNumber,
} from "../options/command-option.ts";

/** The settings of a model, as options. */
export function settingOptions(): CommandOptions<ModelSettings> {
  return optionsOf(() => true) as unknown as CommandOptions<ModelSettings>;
}

/** The settings by which a model file is run, as options: for every command that may run one. */
export function fileRunOptions(): CommandOptions<FileRun> {
  return optionsOf(({ ofFileRun = false }) => ofFileRun) as unknown as CommandOptions<FileRun>;
}

function optionsOf(isTaken: (setting: ModelSetting) => boolean): object {
  const taken = Object.entries<ModelSetting>(modelSettings).filter(([, one]) => isTaken(one));
  return Object.fromEntries(taken.map(([name, setting]) => [name, settingOption(setting)]));
}

function settingOption({ takes = "<value>", help, value }: ModelSetting): CommandOption<unknown> {
  return value.type === "boolean" ? flag(help) : option(takes, help, parserOf(value));
}

function parserOf(schema: Exclude<ModelSetting["value"], { type: "boolean" }>): z.ZodType {
  switch (schema.type) {
    case "object":
      return jsonObject;
    case "integer":
      return wholeNumber(schema.minimum, schema.maximum);
    case "number":
      return numberAbove(schema.exclusiveMinimum, schema.maximum);
    case "string":
      if (schema.enum !== undefined) return oneOf(schema.enum);
      return schema.format === "uri" ? address : someText;
  }
}

/** The error does not quote the text, which may contain a password. */
const address: z.ZodType<string> = z.string().superRefine((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // `localhost:8000/v1` also parses as a URL, with the protocol `localhost:`.
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    context.addIssue(
      "give the address of a server, beginning with http:// or https://, such as http://localhost:8000/v1",
    );
  } else if (url.username + url.password + url.search + url.hash !== "") {
    context.addIssue(
      "addresses are recorded, so this one must not contain a user, password or query; name the variable that holds the key with --key-env",
    );
  }
});

/** The error does not quote the JSON either. */
const jsonObject: z.ZodType<Record<string, unknown>> = z.preprocess(
  (given) => (typeof given === "string" ? parsedJson(given) : given),
  z.record(z.string(), z.unknown(), { error: "give a JSON object, as '{\"temperature\": 0}'" }),
);
