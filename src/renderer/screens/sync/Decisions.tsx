// What the seller can decide about a change: send it again, mark it as sent, edit it, discard it.
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { IconCheck, IconPencil, IconSend, IconTrash } from '@tabler/icons-react';
import { type ActionDetail, isRepeatable } from '../../../shared/action.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { ask } from '../../components/confirm.tsx';
import { toast } from '../../components/toast.tsx';
import { undoOf } from '../../components/undo.ts';
import { go } from '../../state/route.ts';
import { openLinkEditor } from '../links/editors.tsx';
import { openDefaultPrice, openProductEditor } from '../products/editors.tsx';
import { openWentThrough } from './open-went-through.tsx';
import { StorePageButton } from './StorePageButton.tsx';

const words = texts.sync;

async function resend({ id, tried }: ActionDetail) {
  const result = await call('sync.sendAgain', { id, tried });
  if (result.ok) toast('success', words.sendAgain.willBeSent);
  return result;
}

/** A create whose answer got lost may exist already: then sending it again is the seller's decision, made knowingly. */
async function sendAgain(change: ActionDetail): Promise<void> {
  if (change.state === 'needs-review' && !isRepeatable(change.kind)) {
    ask({
      title: words.sendAgain.title,
      body: (
        <Text size="sm">
          {change.kind === 'product.create' ? words.sendAgain.productMayExist : words.sendAgain.linkMayExist}
        </Text>
      ),
      confirm: words.decisions.sendAgain,
      failed: words.sendAgain.notSent,
      act: () => resend(change),
    });
    return;
  }
  const result = await resend(change);
  if (!result.ok) toast('error', result.problem.message);
}

function discard({ id, dependents, discardMeans, tried }: ActionDetail): void {
  ask({
    title: dependents.length > 0 ? words.discard.titleMany : words.discard.titleOne,
    body: (
      <Stack gap={8}>
        <Text size="sm">{discardMeans}</Text>
        {dependents.length > 0 && (
          <>
            <Text size="sm">{words.discard.dependents(dependents.length)}</Text>
            <List size="sm" mah={200} style={{ overflow: 'auto' }} tabIndex={0}>
              {dependents.map(({ actionId, title }) => (
                <List.Item key={actionId}>{title}</List.Item>
              ))}
            </List>
          </>
        )}
      </Stack>
    ),
    confirm: words.decisions.discard,
    danger: true,
    failed: words.discard.notDiscarded,
    act: async () => {
      const result = await call('sync.discard', {
        id,
        withDependents: dependents.length > 0,
        tried,
      });
      if (result.ok) {
        const { undo } = result.value;
        toast(
          'success',
          dependents.length > 0 ? words.discard.manyDiscarded : words.discard.oneDiscarded,
          undoOf(undo),
        );
      }
      return result;
    },
  });
}

/** Opens the form that the change came from, with its values. */
function edit({ kind, productId, linkId }: ActionDetail): void {
  switch (kind) {
    case 'product.create':
      if (productId !== null) openProductEditor(productId);
      return;
    case 'product.update':
      if (productId !== null) openDefaultPrice(productId);
      return;
    case 'link.create':
      if (linkId !== null) openLinkEditor(linkId);
      return;
    case 'settings.update':
      go('#/webhook');
      return;
    case 'link.delete':
      // A deletion has nothing to edit; `can.edit` is never set for it.
      return;
  }
}

export function Decisions({ change }: { readonly change: ActionDetail }) {
  const { can } = change;
  if (!can.sendAgain && !can.wentThrough && !can.edit && !can.discard) return null;
  return (
    <Group gap={8}>
      {can.wentThrough && (
        <Button
          variant="default"
          leftSection={<IconCheck size={16} aria-hidden />}
          onClick={() => openWentThrough(change)}
        >
          {words.decisions.wentThrough}
        </Button>
      )}
      {can.edit && (
        <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => edit(change)}>
          {change.state === 'rejected' ? words.decisions.editAndSendAgain : words.decisions.edit}
        </Button>
      )}
      {can.sendAgain && (
        <Button
          variant="default"
          leftSection={<IconSend size={16} aria-hidden />}
          onClick={() => void sendAgain(change)}
        >
          {words.decisions.sendAgain}
        </Button>
      )}
      {can.discard && (
        <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => discard(change)}>
          {words.decisions.discard}
        </Button>
      )}
      {can.wentThrough && <StorePageButton size="sm" />}
    </Group>
  );
}
