// Why a request to the service failed, in brackets beside its outcome. Stored on disk with the attempt.
export const service = {
  unusableProxy: 'the proxy in HTTPS_PROXY or HTTP_PROXY is not an address that can be used',
  unusableSystemProxy: (kind: string) =>
    `the system names a proxy of the kind ${kind}, which cannot be used; name another one in HTTPS_PROXY`,
  noSystemProxy: 'the system did not say which proxy to use',
  proxyUnreachable: (code: string) => `the proxy could not be reached: ${code}`,
  proxySilent: 'the proxy did not answer in time',
  proxyClosed: 'the proxy closed the connection',
  proxyBroke: (detail: string) => `the connection to the proxy broke: ${detail}`,
  proxyRefused: (status: number) => `the proxy answered ${status}`,
  proxyWantsSignIn:
    'the proxy asks for a name and a password (407); put them in HTTPS_PROXY, as in http://name:password@host:port',
  noAnswerWithin: (seconds: number) => `no complete answer within ${seconds} s`,
  closed: 'the store was closed before an answer came',
};
