// A computer whose system names no proxy and trusts what Node trusts.
import type { Network } from '../../src/main/service/network.ts';

export const NO_SYSTEM: Network = { systemProxy: async () => 'DIRECT', trust: async () => undefined };
