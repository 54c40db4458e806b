import { estimate, testBadLines } from "../bad-lines.test.support.ts";

const server = "--model openai:m --base-url http://127.0.0.1:9/v1";
const notAddress = "--base-url: give the address of a server, beginning with http:// or https://";
const recorded =
  "--base-url: addresses are recorded, so this one must not contain a user, password or query";

testBadLines([
  // The choice of model: one list of options for every command that takes them.
  [
    `${estimate} --provider nobody --model m`,
    2,
    '--provider: give one of simulated, anthropic, openai, llama, ai, decisions, systemone, sglang-decisions, not "nobody"',
  ],
  [
    "doctor --provider other",
    2,
    '--provider: give one of simulated, anthropic, openai, llama, ai, decisions, systemone, sglang-decisions, not "other"',
  ],
  [`${estimate} --provider openai`, 2, "--model: --provider openai needs the name of a model"],
  ["doctor --provider openai", 2, "--model: --provider openai needs the name of a model"],
  [`${estimate} --model m`, 2, "--model: who serves m? Say --provider anthropic, openai, llama"],
  ["score --demo --model x", 2, "--model: who serves x?"],
  ["summarise attempts.csv --model x --out made.csv", 2, "--model: who serves x?"],
  ["doctor --model m", 2, "--model: who serves m?"],
  [
    `${estimate} --provider simulated --model m`,
    2,
    "--model: the simulated respondent is not a model",
  ],
  [`${estimate} --model openai:a,openai:b`, 2, "--model: a run asks one model"],
  ["doctor --model openai:a --model openai:b", 2, "--model: a run asks one model"],
  [`${estimate} --model openai:a,`, 2, "--model: nothing is given"],
  [
    `${estimate} --profile rude`,
    2,
    '--profile: give one of model-like, truthful, clueless, not "rude"',
  ],
  [
    `${estimate} ${server} --scoring guess`,
    2,
    '--scoring: give one of vllm, sglang, llama-server, not "guess"',
  ],
  [
    `${estimate} --model openai:m --scoring vllm`,
    2,
    "--scoring: name the server that scores with --base-url",
  ],
  [`${estimate} --model openai:m --base-url localhost:8000/v1`, 2, notAddress],
  [`${estimate} --model openai:m --base-url http://ada:hunter2@host:99999`, 2, notAddress],
  [`${estimate} --model openai:m --base-url ada:hunter2@host`, 2, notAddress],
  [`${estimate} --model openai:m --base-url http://ada:hunter2@host`, 2, recorded],
  [`${estimate} --model openai:m --base-url http://host/v1?key=hunter2`, 2, recorded],
  ["score --demo --model openai:m --base-url notaurl", 2, notAddress],
  ["doctor --model openai:m --base-url notaurl", 2, notAddress],
  ["doctor --model openai:m --base-url http://ada:hunter2@host", 2, recorded],
  ["doctor --base-url http://host", 2, "--base-url: the simulated respondent has no such option"],
  [
    "doctor --model llama:m.gguf --base-url http://host",
    2,
    "--base-url: a model file in this process takes none",
  ],
  ["doctor --model openai:m --key-env K", 2, "--key-env: is for the server that --base-url names"],
  [
    `${estimate} --model openai:m --key-env K`,
    2,
    "--key-env: is for the server that --base-url names",
  ],
  [
    `${estimate} ${server} --key-env NO_SUCH_KEY --yes`,
    2,
    "--key-env: the environment variable NO_SUCH_KEY is not set",
  ],
  [`${estimate} --model anthropic:m --yes`, 1, "ANTHROPIC_API_KEY"],

  // Numbers of the connection and its limits.
  [`${estimate} ${server} --rpm 0`, 2, '--rpm: give a number above 0, not "0"'],
  [`${estimate} ${server} --tpm -5`, 2, '--tpm: give a number above 0, not "-5"'],
  [`${estimate} ${server} --timeout 0`, 2, "--timeout: give a number above 0, and at most 2147483"],
  [
    `${estimate} ${server} --timeout 3000000`,
    2,
    "--timeout: give a number above 0, and at most 2147483",
  ],
  [`${estimate} --concurrency 0`, 2, '--concurrency: give a whole number from 1 to 1000, not "0"'],
  ["score --demo --concurrency 0", 2, '--concurrency: give a whole number from 1 to 1000, not "0"'],
  [
    `${estimate} --concurrency many`,
    2,
    '--concurrency: give a whole number from 1 to 1000, not "many"',
  ],
  [`${estimate} ${server} --max-tokens 1.5`, 2, "--max-tokens: give a whole number from 1"],
  [`${estimate} ${server} --budget -1`, 2, '--budget: give a number of 0 or more, not "-1"'],
  [`${estimate} ${server} --budget ""`, 2, '--budget: give a number of 0 or more, not ""'],
  [`${estimate} --budget 1`, 2, "--budget: the simulated respondent has no such option"],
  [
    `${estimate} --model openai:m --base-url http://models.example/v1 --budget 1`,
    2,
    "--budget: the price of m",
  ],
  [
    `${estimate} ${server} --price-in 1`,
    2,
    "--price-out: a price for input needs a price for output",
  ],
  [`${estimate} ${server} --price-in NaN`, 2, '--price-in: give a number of 0 or more, not "NaN"'],
  [
    `${estimate} ${server} --confirm-above x`,
    2,
    '--confirm-above: give a number of 0 or more, not "x"',
  ],
  [`${estimate} --batch`, 2, "--batch: is for models of anthropic and openai"],

  // The vendor's own parameters.
  [
    `${estimate} ${server} --settings {`,
    2,
    "--settings: give a JSON object, as '{\"temperature\": 0}'",
  ],
  ["score --demo --settings [1]", 2, "--settings: give a JSON object"],
  [
    `${estimate} ${server} --yes --settings {"headers":{"authorization":"hunter2"}}`,
    2,
    "--settings: headers looks like a secret or a header, and settings are recorded with every reply; leave it out, and give a key with --key-env",
  ],
  [
    `${estimate} ${server} --yes --settings {"extra_headers":{"a":"hunter2"}}`,
    2,
    "--settings: extra_headers looks like a",
  ],
  [
    `${estimate} ${server} --yes --settings {"a":[{"apiKey":"hunter2"}]}`,
    2,
    "--settings: a.0.apiKey looks like a",
  ],
  [
    `${estimate} ${server} --yes --effort low --settings {"reasoning_effort":"high"}`,
    2,
    "--settings: reasoning_effort and --effort exclude each other; leave one out",
  ],
  ["score --demo --effort low", 2, "--effort: the simulated respondent has no such option"],
  [
    "score --demo --model llama:a.gguf --effort low",
    2,
    "--effort: a model file in this process takes none",
  ],
  [
    `${estimate} ${server} --yes --settings {"model":"n"}`,
    2,
    "--settings: model is sent by the adapter itself; leave it out",
  ],
]);
