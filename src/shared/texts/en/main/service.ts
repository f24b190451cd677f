// Why a request to the service came to nothing, in brackets beside how it ended. Kept on disk with the try as it was said.
export const service = {
  unusableProxy: 'the proxy in HTTPS_PROXY or HTTP_PROXY is not an address that can be used',
  noAnswerWithin: (seconds: number) => `no complete answer within ${seconds} s`,
  closed: 'the store was closed before an answer came',
};
