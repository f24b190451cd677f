// A network without a system proxy, with the certificates that Node trusts.
import { dispatcherTo } from '../../src/main/service/connections.ts';
import type { Network } from '../../src/main/service/network.ts';
import type { DispatcherFor } from '../../src/main/webhook/inbox/replay.ts';

export const DIRECT_NETWORK: Network = { systemProxy: async () => 'DIRECT', trust: async () => undefined };

/** For replayed deliveries. */
export const dispatcherFor: DispatcherFor = (url, signal) => dispatcherTo(url, DIRECT_NETWORK, signal);
