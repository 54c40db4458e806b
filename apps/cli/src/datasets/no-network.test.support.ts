/** An environment in which every request goes through a proxy that is not there. */
export const noNetwork: Readonly<Record<string, string>> = {
  NODE_USE_ENV_PROXY: "1",
  NO_PROXY: "",
  no_proxy: "",
  ...Object.fromEntries(
    ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].map((name) => [
      name,
      "http://127.0.0.1:9",
    ]),
  ),
};
