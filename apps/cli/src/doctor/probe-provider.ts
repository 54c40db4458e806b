import { type Question } from "@promptnce/core";
import { findTemplate } from "@promptnce/prompts";
import { ProviderError } from "@promptnce/providers";
import type { Finding } from "./finding.ts";
import { probeScoring } from "./probe-scoring.ts";
import { type Target, targetName, targetProvider } from "./target-provider.ts";

const QUESTION: Question = { kind: "marginal", task: "chaosnli", y: "neutral", sample: 0 };

/**
 * Asks the model one of the product's own short questions, and once more with each parameter:
 * whether an answer comes, whether it can be read, which parameters are refused, and whether a given text can be scored. A parameter
 * that a server takes and then ignores cannot be told from one that it heeds.
 */
export async function probeProvider(target: Target): Promise<Finding[]> {
  const answer = await probe(target);
  if (answer.status === "fail") return [answer];
  const findings = [answer];
  const { vendor, baseURL } = target;
  // Parameters that runs are told apart by, in the interface's own words.
  for (const settings of (baseURL === undefined ? undefined : vendor.compatibleProbes) ?? vendor.probes ?? []) {
    findings.push(await parameter(target, settings));
  }
  return [...findings, await probeScoring(target)];
}

async function probe(target: Target): Promise<Finding> {
  const template = findTemplate(QUESTION);
  const check = `${targetName(target)} ${target.file ?? target.model}`;
  try {
    const { text, stop } = await ask(target, {});
    if (stop !== "end") {
      return {
        status: "warn",
        check,
        message: `the reply did not end properly (${stop}): ${JSON.stringify(text.slice(0, 80))}`,
      };
    }
    const reading = template.parse(QUESTION, text);
    return reading.ok
      ? { status: "ok", check, message: "answers with JSON that can be read" }
      : { status: "warn", check, message: `answers, but cannot be read: ${reading.reason}` };
  } catch (error) {
    if (error instanceof ProviderError) return { status: "fail", check, message: error.message };
    throw error;
  }
}

async function parameter(target: Target, settings: Readonly<Record<string, unknown>>): Promise<Finding> {
  const check = Object.keys(settings).join();
  const shown = JSON.stringify(settings);
  try {
    await ask(target, settings);
    return { status: "ok", check, message: `${shown} is taken` };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const message =
      error.kind === "request"
        ? `${shown} is refused, so leave it out of --settings: ${error.message}`
        : `${shown} could not be tried: ${error.message}`;
    return { status: "warn", check, message };
  }
}

async function ask(target: Target, settings: Readonly<Record<string, unknown>>) {
  const provider = await targetProvider(target, settings);
  return provider.complete({ prompt: findTemplate(QUESTION).render(QUESTION), sample: 0 });
}
