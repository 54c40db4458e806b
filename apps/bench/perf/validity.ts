import { printBlindRespondents } from "./blind.ts";

if (!printBlindRespondents()) process.exitCode = 1;
