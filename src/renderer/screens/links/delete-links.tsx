// Deletes payment links: one question for one or many, and "Undo" as long as its toast shows.
import type { Output } from '../../../shared/contract.ts';
import type { LinkView } from '../../../shared/payment-link.ts';
import type { Result } from '../../../shared/problem.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { ask } from '../../kit/dialogs.tsx';
import { notify, orNotify, shownStoreId } from '../../kit/notify.tsx';
import { QuestionBody, RichText } from '../../kit/parts.tsx';
import { metadataText, PriceText } from '../../kit/values.tsx';

const t = texts.links.deletion;
const many = texts.links.deletionOfMany;

/** "Delete payment link". Calls `deleted` afterwards. */
export function askToDelete(link: LinkView, deleted?: () => void): void {
  const { id, productTitle: product, prices, metadata } = link;
  ask({
    title: t.title,
    confirm: texts.links.commands.delete,
    danger: true,
    body: (
      <QuestionBody
        about={<RichText of={t.which({ product, prices: <PriceText prices={prices} /> })} />}
        sentences={[metadataText(metadata), meaningOf(link), link.replaces !== null && t.replacing]}
      />
    ),
    act: async () => {
      const storeId = shownStoreId();
      const answer = await call('links.delete', { ids: [id] });
      if (!answer.ok) return answer;
      if (answer.value.deletion === null) notify('success', t.removed);
      else notify('success', t.done, { undo: () => keepLink(storeId, link) });
      deleted?.();
      return answer;
    },
  });
}

/** What deleting this link means. */
function meaningOf({ checkoutUrl, createdOn, changeId, sync }: LinkView): string {
  if (createdOn !== null && changeId === null) return t.elsewhere({ computer: createdOn.computer });
  if (checkoutUrl !== null) return t.withAddress;
  return sync === 'needs-review' ? t.inDoubt : t.withoutAddress;
}

/** The answer's value; undefined after a toast if nothing was kept. Being too late is not an error. */
async function orNotifyKept<T>(answer: Promise<Result<T>>): Promise<T | undefined> {
  const result = await answer;
  if (result.ok) return result.value;
  notify(result.problem.code === 'conflict' ? 'information' : 'error', result.problem.message);
  return undefined;
}

/** Cancels an unsent deletion. Warns if an earlier attempt may have reached the service. */
export async function keepLink(storeId: string, { id }: LinkView): Promise<void> {
  const link = await orNotifyKept(call('links.keep', { storeId, id }));
  if (!link) return;
  // No "Undo" here: with a connection, it would later delete the link at once and without a question.
  if (link.uncertain === null) notify('success', link.newStays ? t.bothStay : t.linkStays);
  else notify('attention', link.uncertain);
}

/** "Delete payment links": asks the main process what that means, then the seller. Calls `deleted` afterwards. */
export async function askToDeleteMany(ids: string[], deleted: () => void): Promise<void> {
  const effect = await orNotify(call('links.beforeDelete', { ids }));
  if (!effect) return;
  const { links, addresses, left } = effect;
  if (links === 0) return notify('information', many.none);
  ask({
    title: many.title,
    confirm: texts.links.selection.delete,
    danger: true,
    body: (
      <QuestionBody
        about={many.question({ links })}
        sentences={[addresses > 0 && many.addressesStop({ links: addresses }), left > 0 && many.left({ links: left })]}
      />
    ),
    act: async () => {
      const storeId = shownStoreId();
      const answer = await call('links.delete', { ids });
      if (answer.ok) {
        toastManyDeleted(storeId, answer.value);
        deleted();
      }
      return answer;
    },
  });
}

function toastManyDeleted(storeId: string, { deletion, deleted, left }: Output<'links.delete'>): void {
  const undo = async (deletion: string) => {
    const links = await orNotifyKept(call('links.keepMany', { storeId, deletion }));
    if (links) notify('success', many.stay({ kept: links.kept }));
  };
  if (deleted === 0) notify('information', many.none);
  else if (deletion === null) notify('success', many.done({ links: deleted, left }));
  else notify('success', many.done({ links: deleted, left }), { undo: () => undo(deletion) });
}
