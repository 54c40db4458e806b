/** As much as is needed of a package-lock.json. */
export interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/**
 * How many packages npm installed beside the project itself, packages of ours included and
 * development dependencies of the project not.
 */
export function countInstalled({ packages }: Lockfile): number {
  return Object.entries(packages).filter(([path, { dev }]) => path !== "" && dev !== true).length;
}
