import type { VendorModel } from "@promptnce/providers/vendors";

/**
 * A receiver of a download's progress, which says it at its start and at each tenth.
 *
 * @param name What is downloaded.
 */
export function toldDownload(
  say: (line: string) => void,
  name: string,
): NonNullable<VendorModel["onDownload"]> {
  let told = -1;
  return ({ downloaded, size }) => {
    const tenths = size > 0 ? Math.floor((10 * downloaded) / size) : 0;
    if (tenths <= told) return;
    told = tenths;
    const megabytes = Math.ceil(size / 1e6).toLocaleString("en");
    say(`Downloading ${name}: ${10 * tenths} % of ${megabytes} MB`);
  };
}
