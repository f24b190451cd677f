// What the service client needs of the computer that it runs on. Only the app can ask the system, so it provides this.
import type { SecureContext } from 'node:tls';

export interface Network {
  /** The system's proxies for an address, in the form of a PAC script's answer: `PROXY a:1;DIRECT`. */
  systemProxy(url: string): Promise<string>;
  /** What TLS connections trust; undefined for what Node trusts by itself. Never rejects. */
  trust(): Promise<SecureContext | undefined>;
}
