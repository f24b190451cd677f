// The network settings that the app reads from the system for the service client.
import type { SecureContext } from 'node:tls';

export interface Network {
  /** As a PAC script's result: `PROXY a:1;DIRECT`. */
  systemProxy(url: string): Promise<string>;
  /** Undefined for Node's defaults. Never rejects. */
  trust(): Promise<SecureContext | undefined>;
}
