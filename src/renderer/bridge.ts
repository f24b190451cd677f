// The renderer's one way to the main process: `window.storefront`, typed by the contract.
import type { Channel, EventName, EventPayload, Input, Output, StorefrontBridge } from '../shared/contract.ts';
import { type Problem, type Result, refuse } from '../shared/problem.ts';
import { texts } from '../shared/texts/window.ts';

declare global {
  interface Window {
    readonly storefront: StorefrontBridge;
  }
}

/** Calls the main process. Returns refusals as values, and an `internal` problem if the call itself fails. */
export async function call<C extends Channel>(channel: C, input: Input<C>): Promise<Result<Output<C>>> {
  try {
    return await window.storefront.invoke(channel, input);
  } catch (error) {
    console.error(`The call ${channel} broke`, error);
    return refuse('internal', texts.app.noAnswer);
  }
}

/** Listens to an event of the main process. Returns a function that ends this. */
export const listen = <E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): (() => void) =>
  window.storefront.on(event, listener);

export type { Problem, Result };
