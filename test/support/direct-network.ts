// A network without a system proxy, with the certificates that Node trusts.
import type { Network } from '../../src/main/service/network.ts';

export const DIRECT_NETWORK: Network = { systemProxy: async () => 'DIRECT', trust: async () => undefined };
