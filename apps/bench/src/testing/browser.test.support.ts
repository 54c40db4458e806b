// Kept where the tests of this package look for it.
export { hasChromium, launchBrowser } from "@promptnce/testing/browser";
