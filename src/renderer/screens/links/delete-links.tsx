// Deletes payment links: one question for one or many, and "Undo" while the deletion is not sent.
import { Stack, Text } from '@mantine/core';
import type { Output } from '../../../shared/contract.ts';
import type { LinkView } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { ask } from '../../kit/dialogs.tsx';
import { notify, shownStoreId } from '../../kit/notify.tsx';
import { RichText } from '../../kit/parts.tsx';
import { metadataText, PriceText } from '../../kit/values.tsx';

const t = texts.links.deletion;
const many = texts.links.deletionOfMany;

/** "Delete payment link". `deleted` is called after the deletion. */
export function askToDelete(link: LinkView, deleted?: () => void): void {
  ask({
    title: t.title,
    confirm: texts.links.commands.delete,
    danger: true,
    body: (
      <Stack gap={8}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          <RichText of={t.which({ product: link.productTitle, prices: <PriceText prices={link.prices} /> })} />
        </Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {metadataText(link.metadata)}
        </Text>
        <Sentences of={meansOf(link)} />
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

const Sentences = ({ of }: { readonly of: readonly string[] }) =>
  of.map((sentence) => (
    <Text key={sentence} size="sm">
      {sentence}
    </Text>
  ));

/** What its deletion means. */
function meansOf({ checkoutUrl, createdOn, changeId, sync, replaces }: LinkView): readonly string[] {
  const replacing = replaces === null ? [] : [t.replacing];
  if (createdOn !== null && changeId === null) return [t.elsewhere({ computer: createdOn.computer }), ...replacing];
  if (checkoutUrl !== null) return [t.withAddress, ...replacing];
  if (sync === 'needs-review') return [t.inDoubt, ...replacing];
  return [t.withoutAddress, ...replacing];
}

function toastDeleted(storeId: string, link: LinkView, deleted: Output<'links.delete'>): void {
  if (deleted.how === 'removed') notify('success', t.removed);
  else notify('success', t.done, { action: { label: texts.common.undo, run: () => void keepLink(storeId, link) } });
}

/** Cancels an unsent deletion; says so when an earlier attempt may have been carried out. */
export async function keepLink(storeId: string, link: LinkView): Promise<void> {
  const answer = await call('links.keep', { storeId, id: link.id });
  if (!answer.ok) return notify(answer.problem.code === 'conflict' ? 'information' : 'error', answer.problem.message);
  const { uncertain, newStays } = answer.value;
  // No "Undo": later, with a connection, it would delete the link at once without a question.
  if (uncertain === null) notify('success', newStays ? t.bothStay : t.linkStays);
  else notify('attention', uncertain);
}

/** "Delete payment links": asks the main process what that means, then the seller. `deleted` is called after the deletion. */
export async function askToDeleteMany(ids: string[], deleted: () => void): Promise<void> {
  const before = await call('links.beforeDelete', { ids });
  if (!before.ok) return notify('error', before.problem.message);
  const { toDelete, withoutAddress, toTakeBack, left } = before.value;
  const links = toDelete + toTakeBack;
  if (links === 0) return notify('information', many.none);
  ask({
    title: many.title,
    confirm: texts.links.selection.delete,
    danger: true,
    body: (
      <Stack gap={8}>
        <Text size="sm" fw={600}>
          {many.question({ links })}
        </Text>
        <Sentences
          of={[
            ...(toDelete > withoutAddress ? [many.addressesStop({ links: toDelete - withoutAddress })] : []),
            ...(left > 0 ? [many.left({ links: left })] : []),
          ]}
        />
      </Stack>
    ),
    act: async () => {
      const storeId = shownStoreId();
      const answer = await call('links.deleteMany', { ids });
      if (answer.ok) {
        toastManyDeleted(storeId, answer.value);
        deleted();
      }
      return answer;
    },
  });
}

function toastManyDeleted(storeId: string, { deletion, deleted, left }: Output<'links.deleteMany'>): void {
  if (deletion === null) {
    notify('information', many.none);
    return;
  }
  const run = async () => {
    const answer = await call('links.keepMany', { storeId, deletion });
    if (answer.ok) notify('success', many.stay({ kept: answer.value.kept }));
    else notify(answer.problem.code === 'conflict' ? 'information' : 'error', answer.problem.message);
  };
  notify('success', many.done({ links: deleted, left }), {
    action: { label: texts.common.undo, run: () => void run() },
  });
}
