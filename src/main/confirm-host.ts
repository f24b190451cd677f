// Asks, in a system dialog that names the host, before something goes to an address that is not known yet.
import { parseWebAddress } from '../shared/checkout-url.ts';
import { ok, type Result, refuse } from '../shared/problem.ts';
import { texts } from '../shared/texts/main.ts';
import type { Confirm } from './platform.ts';

interface HostQuestion {
  readonly message: (values: { readonly host: string }) => string;
  readonly detail: (values: { readonly address: string }) => string;
  readonly button: string;
}

export const notConfirmed = () => refuse('forbidden', texts.stores.exits.notConfirmed);

/** The host with its port; empty if the text is not a web address. */
export const hostOf = (url: string | null | undefined): string => parseWebAddress(url ?? '')?.host ?? '';

export async function confirmHost(
  { message, detail, button }: HostQuestion,
  address: string,
  confirm: Confirm,
): Promise<Result<void>> {
  const question = { message: message({ host: hostOf(address) }), detail: detail({ address }), button };
  return (await confirm(question)) ? ok(undefined) : notConfirmed();
}
