// Actions on a payment link (copy its address now or when ready, open it), and its name in a sentence.
import { type Currency, formatMoney } from '../../../shared/money.ts';
import type { LinkView } from '../../../shared/payment-link.ts';
import { enumerated, sentences } from '../../../shared/sentences.ts';
import { cutInMiddle } from '../../../shared/text.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { ask } from '../../kit/dialogs.tsx';
import { type NotifyAction, notify, notifyProblem, orNotify, report } from '../../kit/notify.tsx';
import { useFrameState } from '../../state/frame.ts';
import { isLeaving, warningOf } from '../share/shared-link.ts';

const t = texts.links;

/** The most characters of a link's facts in a toast. */
const MOST_FACTS = 80;

/** Copies the address, after a warning if buyers can't pay with it any more. */
export async function copyCheckoutLink(link: LinkView): Promise<void> {
  const act = async () => {
    const answer = await call('links.copyCheckoutLink', { id: link.id });
    if (answer.ok) notify('success', t.copied);
    return answer;
  };
  const warning = warningOf(link);
  if (warning) ask({ ...warning, confirm: texts.share.warning.copy, act });
  else await report(act());
}

/** Copies the address, or requests it if there is none yet, and says which of the two happened. */
export async function copyLinkById(id: string): Promise<void> {
  const link = await orNotify(call('links.get', { id }));
  if (link === null) notify('attention', texts.common.gone);
  else if (link) await (awaitsAddress(link) ? copyWhenReady(link, true) : copyCheckoutLink(link));
}

/** "Copy when ready": requests an unsent link's address, or cancels that. Copies an address that has arrived meanwhile. */
export async function copyWhenReady(link: LinkView, on = !link.copiesWhenReady): Promise<void> {
  const answer = await call('links.copyWhenReady', { id: link.id, on });
  if (!answer.ok && answer.problem.code === 'conflict') return copyLinkById(link.id);
  if (!answer.ok) notify('error', answer.problem.message);
  else notify('information', on ? t.copiedWhenReady : t.notCopiedByItself);
}

/** Whether the link will get an address, by itself or after the seller's decision. */
export const awaitsAddress = (link: LinkView): boolean => link.checkoutUrl === null && !isLeaving(link);

/** Why the link has no address; undefined if it has one. */
export const noAddressBecause = ({ checkoutUrl, sync }: LinkView): string | undefined => {
  if (checkoutUrl !== null) return undefined;
  return sync === 'waiting' || sync === 'sending' ? shared.linkWork.withoutAddress : t.details.noAddress;
};

export async function openInBrowser(url: string): Promise<void> {
  const answer = await call('browser.open', { url });
  if (answer.ok) return;
  const { code, message } = answer.problem;
  notifyProblem({ code, message: code === 'forbidden' ? message : sentences(t.notOpened, message) });
}

/** The prices that buyers pay, for example "$80.10" or "$12.50, €11.00". */
export const shownPrices = ({ prices }: Pick<LinkView, 'prices'>, currencies: readonly Currency[]): string =>
  enumerated(
    prices.map(({ currencyId, priceCents, discountCents }) =>
      formatMoney(discountCents ?? priceCents, currencyId, currencies),
    ),
  );

/** A link's name in a sentence, for example "Logo design, $80.10, order 1042". */
export function named(link: Pick<LinkView, 'productTitle' | 'prices' | 'metadata'>): string {
  const currencies = useFrameState.getState().frame?.settings.currencies ?? [];
  const metadata = link.metadata.slice(0, 2).map(({ key, value }) => `${key} ${value}`.trim());
  const facts = cutInMiddle(enumerated([shownPrices(link, currencies), ...metadata]), MOST_FACTS);
  return `${cutInMiddle(link.productTitle)}, ${facts}`;
}

/** Whether the service has the link, and no deletion of it waits. */
export const isReplaceable = (link: LinkView): boolean => link.checkoutUrl !== null && !isLeaving(link);

/** A deletion can be cancelled until it is being sent. */
export const isKeepable = ({ deletion }: LinkView): boolean => deletion !== null && deletion.sync !== 'sending';

/** The button in a toast that copies a new link's address, now or when it is ready. */
export const copyNewLink = (id: string): NotifyAction => ({
  label: isSentAtOnce() ? texts.common.copy : t.commands.copyWhenReady,
  run: () => void copyLinkById(id),
});

/** Whether changes are sent as soon as they are accepted. */
function isSentAtOnce(): boolean {
  const status = useFrameState.getState().frame?.status;
  return status?.signedIn === true && !status.pause && !status.workOffline;
}
