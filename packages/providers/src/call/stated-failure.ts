import type { ProviderErrorKind } from "@promptnce/core/errors";
import { durationMs } from "./rate-limit-headers.ts";
import { at, parsedJson } from "@promptnce/core/json";

/** What a server states about a failure in a body of JSON, wherever it stands there. */
export interface StatedFailure {
  /** Its sentence, if it has one. */
  readonly words?: string | undefined;
  /** The vendor's codes and types, as words in lower case. */
  readonly codes: string;
  /** The status of HTTP among them, which a gateway may state in a response with another. */
  readonly status?: number | undefined;
  /** How long the vendor asks to wait, in milliseconds. */
  readonly delayMs?: number | undefined;
}

/** The members that hold a code. */
const CODES =
  /^(code|type|status|status_?code|error_?code|http_?code|reason|error_?type|quotaId|@type)$/i;

/** The members that hold a failure in another one, or several of which the first counts. */
const INNER = /^(errors?|details?|cause|metadata|violations|choices|response|body|data|raw|\d+)$/i;

/** How deep a gateway may wrap the failure of a vendor, and how many members are looked at. */
const [DEEPEST, MOST] = [8, 200];

/** The failure that a body states; its words are those of {@link statedError}. */
export function statedFailure(body: unknown): StatedFailure {
  const codes: string[] = [];
  let status: number | undefined;
  let delay: string | undefined;
  let seen = 0;
  const look = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null || depth > DEEPEST) return;
    for (const [name, member] of Object.entries(value)) {
      seen++;
      if (seen > MOST) return;
      if (CODES.test(name) && ["string", "number"].includes(typeof member)) {
        const code = String(member as string | number);
        codes.push(asWords(code));
        if (/^[45]\d\d$/.test(code)) status ??= Number(code);
      }
      if (name === "retryDelay" && typeof member === "string") delay ??= member;
      if (INNER.test(name)) look(member, depth + 1);
    }
  };
  look(body, 0);
  const words = statedError(body);
  const delayMs = durationMs(delay ?? waitIn(words));
  return { words, codes: codes.join(" "), status, ...(delayMs >= 0 && { delayMs }) };
}

/**
 * The error message in a server's JSON body, wherever this kind of server puts it, followed by that
 * of the vendor behind a gateway, which alone may say why.
 */
export function statedError(body: unknown): string | undefined {
  const [inner] = Array.isArray(body) ? (body as readonly unknown[]) : [body];
  const field = at(inner, "detail", 0, "loc");
  const lacking = at(inner, "detail", 0, "msg");
  // FastAPI names the field beside its sentence, "Field required".
  if (Array.isArray(field) && typeof lacking === "string") {
    return [field.filter((name) => name !== "body").join("."), lacking].filter(Boolean).join(": ");
  }
  const message = PLACES.map((path) => at(inner, ...path)).find(isSentence);
  const behind = BEHIND.map((path) => behindGateway(at(inner, ...path))).find(isSentence);
  if (behind === undefined || message?.includes(behind)) return message;
  return [message, behind].filter(Boolean).join(": ").slice(0, MOST_CHARACTERS);
}

/** Where servers put their sentence. */
const PLACES = [
  ["error", "message"],
  ["error", "error", "message"],
  ["error"],
  ["error", 0, "message"],
  ["message"],
  ["detail"],
  ["detail", "message"],
  ["detail", "error"],
  ["errors", 0, "message"],
  ["detail", 0, "msg"],
  ["error", "msg"],
  ["msg"],
  ["error_msg"],
  ["base_resp", "status_msg"],
] as const;

/** Where gateways put what the vendor behind them said, as JSON or as text. */
const BEHIND = [
  ["error", "metadata", "raw"],
  ["error", "metadata", "raw", "data"],
  ["error", "details", "response"],
] as const;

function behindGateway(value: unknown): string | undefined {
  if (typeof value === "object" && value !== null) return statedError(value);
  if (typeof value !== "string") return undefined;
  return statedError(parsedJson(value)) ?? value;
}

/** Whether a value is a text that may tell of a failure; some servers say "success" beside data. */
function isSentence(value: unknown): value is string {
  return (
    typeof value === "string" &&
    !/^\s*((ok|success(ful(ly)?)?|(操作|请求)?成功)[.!]?)?\s*$/i.test(value)
  );
}

/** How much of what a vendor behind a gateway said is quoted. */
const MOST_CHARACTERS = 300;

/** `insufficientQuota` and `INSUFFICIENT-QUOTA` as `insufficient quota`. */
function asWords(text: string): string {
  return text
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .replace(/[_-]/g, " ")
    .toLowerCase();
}

/** A wait that a sentence names, its unit by a letter or as a word. */
const WAIT =
  /(?:again|retry|wait)(?: in| after| for)?(?: about| at least)? (\d+(?:\.\d+)?) ?((?:ms|s|m|h)(?:\d+(?:\.\d+)?s)?|seconds?|minutes?|hours?)\b/i;

function waitIn(words = ""): string {
  const [, count = "", unit = ""] = WAIT.exec(words) ?? [];
  return count + unit.toLowerCase().replace(/^([smh])(?:econd|inute|our)s?$/, "$1");
}

/** Words for a limit that is a matter of minutes. */
const PACE =
  /\bper (second|minute|min|hour)\b|\b(rpm|tpm|rps|qps)\b|(second|minute|min|hour)ly\b|too many (concurrent )?requests|concurren|throttl|slow down|\ballocated quota\b|#token limit\b|\blimit (requests|burst rate)\b|(again|retry|wait)( in| after| for)?( about| at least)? [\d.]+ ?(ms|s|m)(\b|\d)|[\d.]+ ?(second|minute)s?\b/;

const EXCEEDED = "(?:exceed|reach|exhaust|used up|limit|quota|too many|cap\\b)";

/** Words for a limit that lasts. */
const LONG = "(?:\\bper |/ ?)(?:day|week|month)\\b|\\b(?:daily|weekly|monthly|rpd|tpd)\\b";
const LASTING = new RegExp(`(?:${LONG})[^.]{0,40}${EXCEEDED}|${EXCEEDED}[^.]{0,60}(?:${LONG})`);

/** What an account has, and what may be wrong with it, in either order. */
const [HELD, LACKING] = [
  "(?:budgets?|spend(?:ing)?|credits?|balance|funds|billing|payments?|subscription|quota|allowance|额度|余额)",
  "(?:exceed\\w*|exhaust\\w*|insufficient|not enough|no more|no longer|out of|over|deplet\\w*|reach\\w*|too low|low|required?s?|crossed|full|negative|overdue|ran out|run out|used up|zero|expired|inactive|more|add|purchase|hard limit|cap|不足|用尽|已用完)",
];

const SPENT = new RegExp(
  [
    `\\b${HELD}\\b.{0,60}\\b${LACKING}\\b`,
    `\\b${LACKING}\\b.{0,30}\\b${HELD}\\b`,
    "余额不足|欠费|额度.{0,6}(不足|用尽)",
    "\\b(key|account|user|team|organi[sz]ation|project|plan|usage|spend|total|hard) ((?!rate|request|token)\\w+ )?(limit|cap)s?\\b.{0,20}(exceed|reach|hit)",
    "(exceed\\w*|reach\\w*|hit) (the |your |its )?(\\w+ ){0,2}(key|account|usage|spend\\w*|plan) (limit|cap)",
    "(key|plan) with a higher",
    "(account|organi[sz]ation|workspace|project)\\b.{0,40}(suspended|deactivated|disabled|not active|blocked|good standing|past due)",
    "extra usage is required|usage has exceeded|exceeded (?:the|your) (?:\\w+ )?plan\\b|arrear|payment required|billing|no (payment method|active subscription)",
    "(free|trial)\\b.{0,40}(expired|exhausted|has ended|is over|used up)",
  ].join("|"),
);

/** What is counted in a request: no account has too little of it. */
const OF_REQUEST =
  /\b(thinking|reasoning|token|tokens|context|prompt|input|output|time)( tokens?)? (budget|limit|quota)|\bbudget tokens?\b|\(e\.g\. check quota\)/g;

/** Words for a model that this key cannot have, here or anywhere: no request to it is answered. */
const NO_MODEL = new RegExp(
  [
    "\\b(?:models?(?:[/:]\\S+| (?:id |name )?\\S+)?|deployment for this resource|(?:the|given) endpoint|dedicated endpoint for \\S+) (?:(?:is|was|has been|does) )?(?:not found|not exist\\w*|not available|not running|not supported(?= in th| in your| for your| by any|[.!]?$)|decommissioned|disabled|blocked|retired|no longer (?:available|supported)|has reached its end)\\b",
    "\\b(?:model|function .{0,60}) not (?:found|available|supported|exist)\\b",
    "\\b(?:invalid|unknown|no such|unsupported) model\\b(?! (?:parameter|setting|option|config|output|input|response|argument))",
    "not a valid model\\b|model identifier is invalid|not a chat model|does not support (?:chat|generate|completions?)\\b",
    "\\bno (?:available (?:channels?|model deployments?)|endpoints (?:found|available)|allowed providers)\\b",
    "(?:(?:not|n.t) have|no) access to (?:the |this )?model|verified to (?:use|stream) (?:the|this) model|unable to access .{0,20}model",
    "on.demand throughput isn.t supported|does not work with the specified model",
    "\\bno models? (?:are |is )?(?:currently )?loaded|(?:failed to load|error loading) (?:the )?model|model requires more (?:\\w+ )?memory|too large to be (?:\\w+ )?loaded",
    "requires? terms acceptance|model terms required",
    "(?:location|country|region|territory) (?:is )?not supported|not available in your (?:country|region)",
    "模型不可用|模型.{0,20}(?:不存在|未找到|已下线|未开通)|无可用渠道|无权(?:访问|使用).{0,20}模型",
  ].join("|"),
  "i",
);

/** Words for a request that no repetition makes possible, which some servers say with a 500. */
const IMPOSSIBLE =
  /\bexceed\w*( the)?( available)? context (size|length|window)|context (size|length|window) (has been|is|was) exceeded|maximum context length|request too large|must be reduced in order|validation exception/;

/** A limit, and what a single request wants of it. */
const WANTED = /\blimit:? ([\d,]+).{0,60}\brequested:? ~?([\d,]+)/;

/** Whether one request alone wants more than a limit allows. */
function isOverLimit(said: string): boolean {
  const [limit = Infinity, wanted = 0] = (WANTED.exec(said) ?? [])
    .slice(1)
    .map((count) => Number(count.replaceAll(",", "")));
  return wanted > limit;
}

/** Groq's code for an answer that broke the schema, as the next one may not. */
const SPOILT = /\bjson validate failed\b/;

/** Words for a pace that is too high, whatever the status. */
const RATE = /rate ?limit|too many requests|throttl|速率|频率|频繁|限流|并发/;

/** Words for a state of the server that passes. */
const PASSING =
  /繁忙|过载|稍后|访问量过大|overload|degraded|unloaded|queue (is )?full|capacity|temporar|unavailable|(again|retry) (later|shortly|in a |soon)|\b(is|being|still|currently|model) (loading|starting|warming|booting|downloading|initiali[sz]ing)|warm(ing)? up|not (yet )?ready|cold start|timed? ?out|\bbusy\b|upstream/;

/** Words for a key that is not accepted, which some vendors say with a 400. */
const NO_KEY =
  /\b(api|access|secret|security|auth\w*) ?(key|token)s?\b.{0,30}\b(not valid|not found|invalid|incorrect|expired|revoked|missing|required)\b|\b(invalid|incorrect|expired|revoked|missing|no) (\w+ )?(api|access|auth\w*) ?(key|token)\b/;

/** Words for a prompt that was not let through, which some gateways say with a 403. */
const MODERATED =
  /moderat|\bflagged\b|content (management|polic|filter)|responsible ai|safety|violat\w*.{0,40}(polic|guideline|terms|rule|law|regulation)|content exists risk|prohibited content|prompt (was |is )?blocked|(content|policy) violat|inappropriate|guardrail|inspection failed|敏感|不安全|违规/;

/** Words for a prompt that does not fit. */
const TOO_LONG =
  /context (length|window|size)|input length|max length|length of (prompt|input)|reduce the length|too (long|large|many (input )?tokens)|maximum .{0,40}(tokens|length)|token limit|longer than the model|(inputs?|tokens)\W.{0,40}must (be <=|be less|have less)/;

/** vLLM's words for a prompt that leaves less than nothing for the reply. */
const NO_ROOM = /must be at least \d+, got -\d/;

/**
 * Whether a vendor's words say that a prompt itself is the matter.
 *
 * @example
 * isOfPrompt("Your input was flagged by our moderation."); // → true
 */
export function isOfPrompt(words: string): boolean {
  const said = asWords(words);
  return MODERATED.test(said) || TOO_LONG.test(said) || NO_ROOM.test(words);
}

/** What is asked of a reply's form, which may be "unavailable" for good. */
const FORM = /response format|json (schema|object|mode)|structured output|grammar/;

/** Statuses of a request that is never taken, whatever is said of it. */
const ITS_OWN: ReadonlySet<number> = new Set([413, 451, 501]);

/** Statuses below 500 that the same request would have again. */
const LASTING_STATUS: ReadonlySet<number> = new Set([
  400, 402, 404, 405, 406, 407, 410, 411, 412, 413, 414, 415, 416, 417, 422, 426, 428, 431, 451,
]);

/** What a failure concerns, as far as callers tell it apart. */
export type FailureKind = Extract<
  ProviderErrorKind,
  "rate-limit" | "quota" | "server" | "auth" | "model" | "request"
>;

/**
 * What a failure concerns: the account, the pace, the server, the key, the model or the request.
 * Vendors and gateways use statuses of their own, so the vendor's codes and words decide first, and
 * the class of the status after them: of those below 500 some last, and all others may pass.
 *
 * @param status That of the response, or the one that its body states.
 */
export function failureKind(status: number, { codes, words = "" }: StatedFailure): FailureKind {
  const said = asWords(words.slice(0, 1000));
  const text = `${codes} ${said}`;
  const ofAccount = text.replace(OF_REQUEST, "");
  // A vendor that names its limit by a code may advise to try again all the same.
  const isPace = PACE.test(codes) || (PACE.test(said) && !LASTING.test(codes));
  const isForm = FORM.test(text);
  const isPassing = PASSING.test(text) && !isForm;
  const isSpent = SPENT.test(ofAccount) || (status < 500 && LASTING.test(ofAccount));
  const isSoon = isPassing || (isPace && status !== 404);
  // Names of models have hyphens.
  if (!isSoon && !isForm && isWithoutModel(status, `${codes} ${words.slice(0, 1000)}`))
    return "model";
  if (isSpent && !isPace) return "quota";
  if (status === 402) return isPassing ? "server" : "quota";
  if (ITS_OWN.has(status) || IMPOSSIBLE.test(text) || isOverLimit(said)) return "request";
  if (SPOILT.test(codes)) return "server";
  if (status === 429 || RATE.test(text)) return "rate-limit";
  if (isPace && new RegExp(EXCEEDED).test(text) && status < 500) return "rate-limit";
  if (status === 401) return "auth";
  if (status >= 500 || isPassing) return "server";
  if (NO_KEY.test(text)) return "auth";
  if (MODERATED.test(text)) return "request";
  if (status === 403) return "auth";
  return LASTING_STATUS.has(status) ? "request" : "server";
}

/**
 * Whether a failure says that the model cannot be had, or that the server does not do this at all.
 */
function isWithoutModel(status: number, text: string): boolean {
  // A gateway's statuses are those of what passes.
  const said = status > 501 && status < 505 ? text.replace(/not (available|running)/gi, "") : text;
  if (status === 501 || NO_MODEL.test(said)) return true;
  return status === 404 && /\bmodels?\b|deployment/i.test(text);
}
