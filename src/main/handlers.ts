// What a handler of the contract is, and what the handlers of a feature are built with.
import type { Channel, Output, ParsedInput } from '../shared/contract.ts';
import type { Result } from '../shared/problem.ts';
import type { StoreContext } from './store-context.ts';

export type Handlers = {
  readonly [C in Channel]: (input: ParsedInput<C>) => Result<Output<C>> | Promise<Result<Output<C>>>;
};

/** The handlers of the channels that begin with one of these prefixes. */
export type HandlersOf<Prefix extends string> = Pick<Handlers, Extract<Channel, `${Prefix}.${string}`>>;

type Answer<O> = Result<O> | Promise<Result<O>>;
type Act<Store, I, O> = (store: Store, input: I) => Answer<O>;

/** Runs a call of the window with a store whose catalog is open. Refuses where there is no such store, and while a backup is restored. */
export interface StoreCalls<Store extends StoreContext = StoreContext> {
  /** With the store that is shown. */
  here<I, O>(act: Act<Store, I, O>): (input: I) => Answer<O>;
  /** With the store that is named. */
  there<I extends { readonly storeId: string }, O>(act: Act<Store, I, O>): (input: I) => Answer<O>;
  /** With the store that is shown, once the state of its changes is stored with the links. */
  stored<I, O>(act: Act<Store, I, O>): (input: I) => Promise<Result<O>>;
}

/** Copies the address that was found, where one was. */
export const copying =
  (copy: (text: string) => Promise<void>) =>
  async (found: Result<{ url: string }>): Promise<Result<{ url: string }>> => {
    if (found.ok) await copy(found.value.url);
    return found;
  };
