import { type Vendor, noKey } from "../call/vendor-error.ts";
import { keyFrom } from "../call/vendor-key.ts";
import { type PostedTo, posting } from "../reply/posting.ts";
import type { DecisionOptions } from "./decision-adapter.ts";
import type { DecisionWire } from "./decision-wire.ts";

/** Whose models an adapter asks where no other server is named. */
interface Owner {
  readonly title: string;
  /** The variable with the key for the owner's host. */
  readonly keyVariable: string;
  /** The name of the interface, for servers of others. */
  readonly interface: string;
}

/** A vendor with its key, if there is one. */
interface DecisionHost extends Vendor {
  readonly key: string | undefined;
}

/**
 * The vendor of a decision model: its owner or, with a `baseURL`, another server with the same
 * interface, which is sent no key but `apiKey`.
 */
export function decisionHost({ apiKey, baseURL }: DecisionOptions, owner: Owner): DecisionHost {
  if (baseURL !== undefined) {
    const title = `The server of ${owner.interface}`;
    const keyVariable = "the server's key";
    return { title, keyVariable, key: apiKey, address: baseURL, speaks: owner.interface };
  }
  const { title, keyVariable } = owner;
  return { title, keyVariable, key: keyFrom(apiKey, keyVariable), address: undefined };
}

/** @throws ProviderError of kind `auth` where a vendor's own host is asked without a key. */
export function requireOwnKey(vendor: Vendor): void {
  if (vendor.address === undefined && !vendor.key) throw noKey(vendor);
}

/** Posts to the endpoint of a wire; a server's address may end with its path. */
export function postingTo(
  server: PostedTo,
  { path, otherPaths = [] }: DecisionWire,
): ReturnType<typeof posting> {
  const { baseURL } = server;
  const end = [path, ...otherPaths].find((one) => endsIn(baseURL, one));
  return posting({ ...server, baseURL: withoutPath(baseURL, end) }, end ?? path);
}

function endsIn(baseURL: string, path: string): boolean {
  return URL.canParse(baseURL) && rootOf(new URL(baseURL)).endsWith(path);
}

function withoutPath(baseURL: string, end: string | undefined): string {
  if (end === undefined) return baseURL;
  const address = new URL(baseURL);
  address.pathname = rootOf(address).slice(0, -end.length);
  return address.href;
}

function rootOf({ pathname }: URL): string {
  return pathname.replace(/\/$/, "");
}
