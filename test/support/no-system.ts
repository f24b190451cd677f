// A computer whose system names no proxy and trusts what Node trusts.
import { dispatcherTo } from '../../src/main/service/connector.ts';
import type { Network } from '../../src/main/service/network.ts';
import type { DispatcherFor } from '../../src/main/webhook/inbox/replay.ts';

export const NO_SYSTEM: Network = { systemProxy: async () => 'DIRECT', trust: async () => undefined };

/** For deliveries that are sent again. */
export const dispatcherFor: DispatcherFor = (url, signal) => dispatcherTo(url, NO_SYSTEM, signal);
