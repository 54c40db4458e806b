import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What examples read: a table of pairs, its result, recorded masses, a journal, and a task. */
const files = {
  "pairs.csv": `cue,response,people
SEA,WATER,30
SEA,SALT,10
RIVER,WATER,36
RIVER,BANK,4
SUN,MOON,24
SUN,HOT,16
FIRE,HOT,28
FIRE,WATER,12
`,
  "pairs.scored.csv": `cue,y,method,model,status,conditional,marginal,pmi,other,count,true_conditional,true_marginal,true_pmi,shown,x_columns
SEA,WATER,promptnce,openai:gpt-5,ok,0.6,0.3,0.69315,0.05,30,0.75,0.4875,0.43078,false,cue
SEA,SALT,promptnce,openai:gpt-5,ok,0.2,0.1,0.69315,0.05,10,0.25,0.0625,1.38629,false,cue
RIVER,WATER,promptnce,openai:gpt-5,ok,0.8,0.3,0.98083,0.05,36,0.9,0.4875,0.6131,false,cue
RIVER,BANK,promptnce,openai:gpt-5,ok,0.15,0.05,1.09861,0.05,4,0.1,0.025,1.38629,false,cue
SUN,MOON,promptnce,openai:gpt-5,ok,0.4,0.1,1.38629,0.05,24,0.6,0.15,1.38629,false,cue
SUN,HOT,promptnce,openai:gpt-5,ok,0.5,0.2,0.91629,0.05,16,0.4,0.275,0.37469,false,cue
FIRE,HOT,promptnce,openai:gpt-5,ok,0.8,0.2,1.38629,0.05,28,0.7,0.275,0.93431,false,cue
FIRE,WATER,promptnce,openai:gpt-5,ok,0.1,0.3,-1.09861,0.05,12,0.3,0.4875,-0.48551,false,cue
`,
  "recorded.csv": `x,label,mass,human_count
Well done!,joy,0.6,7
Well done!,fear,0.1,1
Well done!,OTHER,0.3,2
Beware!,fear,0.5,5
Beware!,joy,0.2,5
`,
  "replies.jsonl": String.raw`{"v":2,"kind":"reply","key":"4ffd37fd93636c8173a30cc31ff3cf9d31575136c8e391c029a7b7bc34d844aa","provider":"openai","model":"gpt-4o-mini","settings":{},"sample":0,"prompt":"How often is PUSH said, from 0 to 1?","reply":{"text":"{\"p_base\": 0.02}","stop":"end","usage":{"inputTokens":40,"outputTokens":12}},"at":"2026-11-29T10:23:04.370Z","sum":"c86070b5759fe2bf"}
{"v":2,"kind":"reply","key":"07aa5fc05359fb66de6f7d5f0470387bc3e40aa427b0c2712bc9e0f3c1940305","provider":"openai","model":"gpt-4o-mini","settings":{},"sample":0,"prompt":"How often is PULL said, from 0 to 1?","reply":{"text":"{\"p_base\": 0.02}","stop":"end","usage":{"inputTokens":40,"outputTokens":12}},"at":"2026-11-29T10:23:04.371Z","sum":"6f2c8d42bfa05c0c"}
`,
  "films.yaml": `name: films
person: a viewer
sees: ONE film
event: names its genre
label: genre
fields: [film]
`,
};

/** The invented samples of the paper's datasets. */
const samples = join(import.meta.dirname, "../../../../datasets");

/** Writes the files that an example names into the folder in which it runs. */
export function writeExampleFiles(folder: string, code: string): void {
  for (const [name, text] of Object.entries(files)) {
    if (code.includes(name)) writeFileSync(join(folder, name), text);
  }
  for (const name of ["chaosnli", "goemotions", "words"]) {
    if (!code.includes(`data/${name}/`)) continue;
    cpSync(join(samples, name, "sample"), join(folder, "data", name), { recursive: true });
  }
}
