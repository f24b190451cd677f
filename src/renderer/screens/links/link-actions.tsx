// Actions on a payment link: copy its address now or when ready, open it, delete it.
import { Stack, Text } from '@mantine/core';
import type { Input, Output } from '../../../shared/contract.ts';
import { type Currency, formatMoney } from '../../../shared/money.ts';
import type { LinkView } from '../../../shared/payment-link.ts';
import { enumerated, sentences } from '../../../shared/sentences.ts';
import { cutInMiddle } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call, type Problem } from '../../bridge.ts';
import { sendingNow, sentAtOnce } from '../../components/sending.ts';
import { DELETION_MS, type ToastAction, toast, toastProblem } from '../../components/toast.tsx';
import { type HowFar, shownStoreId, toastWithUndo } from '../../components/toast-with-undo.ts';
import { undoOf } from '../../components/undo.ts';
import { ask, type Question } from '../../state/dialogs.ts';
import { useFrameState } from '../../state/frame.ts';
import { editMessage } from '../settings/edit-message.ts';
import { isLeaving, warningOf } from '../share/shared-link.ts';
import { LinksToDelete } from './LinksToDelete.tsx';

const t = texts.links;

/** Characters of a link's facts in a toast. */
const MOST_FACTS = 80;
/** Characters of a fact without a number, which is shortened first. */
const NAME_LENGTHS = [MOST_FACTS, 32, 24, 12];

/** Gives a link out; one that buyers can't pay with only after the seller has read that. */
async function giveOut(
  link: LinkView,
  { act, ...question }: Pick<Question, 'confirm' | 'failed' | 'act'>,
  refused: (problem: Problem) => void,
): Promise<void> {
  const warning = warningOf(link);
  if (warning) {
    const { title, body, newLinkId } = warning;
    if (newLinkId === undefined) return ask({ title, body, ...question, act });
    const better = { label: texts.share.warning.copyNew, run: () => void copyLinkById(newLinkId) };
    return ask({ title, body, better, ...question, act });
  }
  const answer = await act();
  if (!answer.ok) refused(answer.problem);
}

export function copyCheckoutLink(link: LinkView): Promise<void> {
  const act = async () => {
    const answer = await call('links.copyCheckoutLink', { id: link.id });
    if (answer.ok) toast('success', t.copied({ facts: factsOf(link) }));
    return answer;
  };
  const question = { confirm: texts.share.warning.copy, failed: t.selection.nothingCopied, act };
  return giveOut(link, question, ({ message }) => toast('error', message));
}

/** Copies the address, or requests it while there is none yet, and says which. */
export async function copyLinkById(id: string): Promise<void> {
  const found = await call('links.get', { id });
  if (!found.ok) return toast('error', found.problem.message);
  const link = found.value;
  if (link === null) return toast('attention', t.gone);
  return awaitsAddress(link) ? copyWhenReady(link, true) : copyCheckoutLink(link);
}

/** "Copy when ready": requests the address of an unsent link, or cancels the request. Copies one that has arrived meanwhile. */
export async function copyWhenReady(link: LinkView, on = !link.copiesWhenReady): Promise<void> {
  const answer = await call('links.copyWhenReady', { id: link.id, on });
  if (!answer.ok && answer.problem.code === 'conflict') return copyLinkById(link.id);
  if (!answer.ok) toast('error', answer.problem.message);
  else toast('information', on ? t.copiedWhenReady : t.notCopiedByItself);
}

/** Opens the seller's message with the link. */
export function sendLink(link: LinkView, by: Input<'links.send'>['by']): Promise<void> {
  const act = async () => {
    const answer = await call('links.send', { id: link.id, by });
    if (answer.ok) toast('success', t.sent[by], { label: t.editTemplate, run: editMessage, isOffer: true });
    return answer;
  };
  const question = { confirm: texts.share.warning.send, failed: t.notSent, act };
  return giveOut(link, question, ({ message }) => toast('attention', sentences(t.notSent, message)));
}

/** The link will get an address, automatically or after the seller's decision. */
export const awaitsAddress = (link: LinkView): boolean => link.checkoutUrl === null && !isLeaving(link);

/** Why it has no address; undefined when it has one. */
export const noAddressBecause = ({ checkoutUrl, sync }: LinkView): string | undefined => {
  if (checkoutUrl !== null) return undefined;
  return sync === 'waiting' || sync === 'sending' ? t.addressWaits : t.details.noAddress;
};

export async function openInBrowser(url: string): Promise<void> {
  const answer = await call('browser.open', { url });
  if (answer.ok) return;
  const { code, message } = answer.problem;
  toastProblem({ code, message: code === 'forbidden' ? message : sentences(t.notOpened, message) });
}

/** The prices that buyers pay, such as "$80.10" or "$12.50, €11.00". */
export const shownPrices = ({ prices }: Pick<LinkView, 'prices'>, currencies: readonly Currency[]): string =>
  enumerated(
    prices.map(({ currencyId, priceCents, discountCents }) =>
      formatMoney(discountCents ?? priceCents, currencyId, currencies),
    ),
  );

/** What distinguishes a link from others of its product: "$80.10, order 1042". */
export function factsOf(link: Pick<LinkView, 'prices' | 'metadata'>): string {
  const currencies = useFrameState.getState().frame?.settings.currencies ?? [];
  const metadata = link.metadata.slice(0, 2).map(({ key, value }) => `${key} ${value}`.trim());
  // A long name gives way before an order number is cut.
  const all = NAME_LENGTHS.map((most) =>
    enumerated([
      shownPrices(link, currencies),
      ...metadata.map((fact) => (/\d/.test(fact) ? fact : cutInMiddle(fact, most, most))),
    ]),
  );
  return cutInMiddle(all.find((facts) => facts.length <= MOST_FACTS) ?? all.at(-1) ?? '', MOST_FACTS);
}

/** It can be replaced: it is on the service, and not on its way out. */
export const isReplaceable = (link: LinkView): boolean => link.checkoutUrl !== null && !isLeaving(link);

/** Its deletion can be cancelled until it is being sent. */
export const isKeepable = ({ deletion }: LinkView): boolean => deletion !== null && deletion.sync !== 'sending';

/** Its button in a toast: copies a new link now, or when it is ready. */
export const copyNewLink = (id: string): Pick<ToastAction, 'label' | 'run'> => ({
  label: () => (sentAtOnce() ? t.commands.copy : t.commands.copyWhenReady),
  run: () => void copyLinkById(id),
});

/** Names a link in a toast. */
export const named = (link: Pick<LinkView, 'productTitle' | 'prices' | 'metadata'>): string =>
  `${cutInMiddle(link.productTitle)}, ${factsOf(link)}`;

/** Confirms a replacement, with "Undo" until the old link is deleted. */
export function toastReplaced(storeId: string, old: LinkView, replaced: Output<'links.replace'>): void {
  const { id: newId, deletions: ids } = replaced;
  const link = named(old);
  const undo = async () => {
    const answer = await call('links.undoReplace', { storeId, id: newId });
    if (!answer.ok) return toast('information', answer.problem.message);
    const { newLink } = answer.value;
    const stays = t.staysAsItWas({ link });
    if (newLink === 'doubtful') toast('attention', sentences(stays, t.newIsInDoubt));
    else toast('success', newLink === 'deleted' ? sentences(stays, t.newIsDeleted) : stays);
  };
  const say = (howFar: HowFar) => {
    if (howFar === 'sent') return t.replacementConfirmed({ link });
    if (howFar === 'soon') return t.newIsThere({ link });
    if (howFar === 'stuck') return t.oldStaysUntil({ link });
    return t.replaced({ link, whenSent: texts.parts.whenSent[howFar === 'blocked' ? sendingNow() : howFar] });
  };
  const action = { label: texts.common.undo, run: () => void undo(), next: copyNewLink(newId) };
  void toastWithUndo({ storeId, ids, say, undo: action });
}

/** Opens the dialog "Delete payment link". `deleted` is called after the deletion. */
export function askToDelete(link: LinkView, deleted?: () => void): void {
  ask({
    title: t.deletion.title,
    confirm: t.deletion.confirm,
    danger: true,
    failed: t.deletion.notDeleted,
    body: (
      <Stack gap={8}>
        <LinksToDelete links={[link]} all={1} />
        {meansOf(link).map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
      </Stack>
    ),
    act: async () => {
      const storeId = shownStoreId();
      const answer = await call('links.delete', { id: link.id });
      if (answer.ok) {
        toastDeleted(storeId, link, answer.value);
        deleted?.();
      }
      return answer;
    },
  });
}

/** What its deletion means. */
function meansOf({ checkoutUrl, createdOn, actionId, sync, replaces }: LinkView): readonly string[] {
  const replacing = replaces === null ? [] : [t.deletion.replacing];
  if (createdOn !== null && actionId === null) {
    return [t.deletion.elsewhere({ computer: createdOn.computer }), ...replacing];
  }
  if (checkoutUrl !== null) return [t.deletion.withAddress, ...replacing];
  if (sync === 'needs-review') return [t.deletion.inDoubt, ...replacing];
  return [replaces === null ? t.deletion.withoutAddress : t.deletion.replacingUnsent];
}

/** Once the deletion is sent the toast loses its "Undo". */
function toastDeleted(storeId: string, link: LinkView, deleted: Output<'links.delete'>): void {
  const which = named(link);
  if (deleted.how === 'removed') {
    toast('success', t.deletion.removed({ link: which }));
    return;
  }
  if (deleted.how === 'withdrawn') {
    const withdrawn = t.deletion.withdrawn({ link: which });
    const message = link.replaces === null ? withdrawn : sentences(withdrawn, t.deletion.olderStays);
    toast('success', message, undoOf(deleted.undo), null, DELETION_MS);
    return;
  }
  const { saved, confirmed, soon, blocked } = t.deletion;
  const when = { ...texts.parts.whenSent, soon, blocked, stuck: blocked };
  const say = (howFar: HowFar) =>
    howFar === 'sent' ? confirmed({ link: which }) : sentences(saved({ link: which }), when[howFar]);
  const undo = { label: texts.common.undo, run: () => void keepLink(storeId, link) };
  void toastWithUndo({ storeId, ids: deleted.deletions, say, undo });
}

/** Cancels an unsent deletion; says so when an earlier attempt may have been carried out. */
export async function keepLink(storeId: string, link: LinkView): Promise<void> {
  const answer = await call('links.keep', { storeId, id: link.id });
  if (!answer.ok) return toast(answer.problem.code === 'conflict' ? 'information' : 'error', answer.problem.message);
  const { uncertain, newStays } = answer.value;
  const { linkStays, bothStay } = t.deletion;
  // No "Undo": later, with a connection, it would delete the link at once without a question.
  if (uncertain === null) toast('success', newStays ? bothStay : linkStays({ link: named(link) }));
  else toast('attention', uncertain);
}
