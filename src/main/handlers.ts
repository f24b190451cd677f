// Types of the contract's handlers and events, and the calls that give handlers a store.
import type { Channel, EventName, EventPayload, Output, ParsedInput } from '../shared/contract.ts';
import type { Result } from '../shared/problem.ts';
import type { StoreContext } from './store-context.ts';

export type Handlers = {
  readonly [C in Channel]: (input: ParsedInput<C>) => Answer<Output<C>>;
};

/** Sends an event to the window. */
export type Emit = <E extends EventName>(event: E, payload: EventPayload<E>) => void;

/** The handlers of the channels that begin with one of these prefixes. */
export type HandlersOf<Prefix extends string> = Pick<Handlers, Extract<Channel, `${Prefix}.${string}`>>;

export type Answer<O> = Result<O> | Promise<Result<O>>;
export type StoreAct<Store, I, O> = (store: Store, input: I) => Answer<O>;

/** Runs a call with a store whose catalog is open. Refuses without such a store, and during a restore. */
export interface StoreCalls<Store extends StoreContext = StoreContext> {
  withShown<I, O>(act: StoreAct<Store, I, O>): (input: I) => Answer<O>;
  withNamed<I extends { readonly storeId: string }, O>(act: StoreAct<Store, I, O>): (input: I) => Answer<O>;
}

/** Copies the address if the result is one. */
export const copyUrl =
  (copy: (text: string) => Promise<void>) =>
  async (result: Result<{ url: string }>): Promise<Result<{ url: string }>> => {
    if (result.ok) await copy(result.value.url);
    return result;
  };
