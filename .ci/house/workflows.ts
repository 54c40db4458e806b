import type { RepositoryFile } from "./repository-file.ts";

/**
 * What a workflow of the forge must not do: name an action by a tag, which can be moved, or build in
 * a job that may publish.
 */
export function workflowFaults(files: readonly RepositoryFile[]): string[] {
  return files
    .filter(({ path }) => /^\.github\/workflows\/.*\.ya?ml$/.test(path))
    .flatMap((file) => [...unpinnedActions(file), ...jobsThatBuild(file)]);
}

function unpinnedActions({ path, text }: RepositoryFile): string[] {
  return text.split("\n").flatMap((line, i) => {
    const [, action = ""] = /^\s*(?:- )?uses:\s*(\S+)/.exec(line) ?? [];
    const isPinned = action.startsWith("./") || /@[0-9a-f]{40}\s+# v\d/.test(line);
    if (action === "" || isPinned) return [];
    return [`${path}:${i + 1} uses ${action}: name its commit, and the version in a comment.`];
  });
}

/** A command that builds or tests, whether a step runs it or hands it to an action. */
const BUILDS = /\b(?:pnpm(?:@\d+)?|npm|turbo)(?: run)? (?:build|test|pack|check|release)|\.ci\/run/;

/** A job may publish by what it is permitted, or by what all jobs of its workflow are. */
function jobsThatBuild({ path, text }: RepositoryFile): string[] {
  const [all = "", jobs = ""] = text.split(/^jobs:$/m);
  return jobs
    .split(/^(?=  [\w-]+:\s*$)/m)
    .filter((job) => [all, job].some((part) => /^\s*id-token:\s*write/m.test(part)))
    .filter((job) => BUILDS.test(job))
    .map((job) => {
      const [name = ""] = /[\w-]+/.exec(job) ?? [];
      return `${path}: the job ${name} may publish (id-token) and builds: build in another, and hand over what was packed.`;
    });
}
