import type { Finding } from "./finding.ts";

/**
 * Whether each variable holds a key; the key itself is never shown, nor any part of it. The
 * variable that the user named is in the way where it is empty. A vendor's own is only worth
 * knowing: its SDK may find a key elsewhere, as the probe shows.
 */
export function checkKeys(names: readonly string[], needed: string | undefined, env: NodeJS.ProcessEnv): Finding[] {
  return names.map((check) => {
    if (env[check]) return { status: "ok", check, message: "is set" };
    if (check === needed) return { status: "fail", check, message: "is not set: put the key there" };
    return { status: "warn", check, message: "is not set" };
  });
}
