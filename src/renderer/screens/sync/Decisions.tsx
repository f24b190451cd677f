// What the seller can decide about a change: send it again, say that it went through, edit it, discard it.
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { IconCheck, IconPencil, IconSend, IconTrash } from '@tabler/icons-react';
import { type ActionDetail, isRepeatable } from '../../../shared/action.ts';
import { call } from '../../bridge.ts';
import { ask } from '../../components/confirm.tsx';
import { openDialog } from '../../components/dialog.tsx';
import { toast } from '../../components/toast.tsx';
import { undoOf } from '../../components/undo.ts';
import { go } from '../../state/route.ts';
import { openLinkEditor } from '../links/editors.tsx';
import { openDefaultPrice, openProductEditor } from '../products/editors.tsx';
import { WentThroughForm } from './WentThroughForm.tsx';

async function resend({ id, attempts }: ActionDetail) {
  const result = await call('sync.sendAgain', { id, tried: attempts.length });
  if (result.ok) toast('success', 'The change will be sent again.');
  return result;
}

/** A create whose answer got lost may exist already: then sending it again is the seller's decision, made knowingly. */
async function sendAgain(change: ActionDetail): Promise<void> {
  if (change.state === 'needs-review' && !isRepeatable(change.kind)) {
    const what = change.kind === 'product.create' ? 'product' : 'payment link';
    ask({
      title: 'Send again?',
      body: (
        <Text size="sm">
          The service may have made this {what} already. If it has, sending it again makes a second one. Look on your
          store's page first; if it is there, choose “It went through” instead.
        </Text>
      ),
      confirm: 'Send again',
      failed: 'The change was not sent again',
      act: () => resend(change),
    });
    return;
  }
  const result = await resend(change);
  if (!result.ok) toast('error', result.problem.message);
}

function discard({ id, dependents, discardMeans, attempts }: ActionDetail): void {
  ask({
    title: dependents.length > 0 ? 'Discard these changes?' : 'Discard this change?',
    body: (
      <Stack gap={8}>
        <Text size="sm">{discardMeans}</Text>
        {dependents.length > 0 && (
          <>
            <Text size="sm">
              {dependents.length === 1
                ? 'One change waits for it and is discarded too:'
                : `${dependents.length} changes wait for it and are discarded too:`}
            </Text>
            <List size="sm" mah={200} style={{ overflow: 'auto' }} tabIndex={0}>
              {dependents.map(({ actionId, title }) => (
                <List.Item key={actionId}>{title}</List.Item>
              ))}
            </List>
          </>
        )}
      </Stack>
    ),
    confirm: 'Discard',
    danger: true,
    failed: 'Nothing was discarded',
    act: async () => {
      const result = await call('sync.discard', {
        id,
        withDependents: dependents.length > 0,
        tried: attempts.length,
      });
      if (result.ok) {
        const { undo } = result.value;
        toast('success', dependents.length > 0 ? 'Changes discarded' : 'Change discarded', undoOf(undo));
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
  const { wentThrough } = can;
  if (!can.sendAgain && !wentThrough && !can.edit && !can.discard) return null;
  return (
    <Group gap={8}>
      {wentThrough && (
        <Button
          variant="default"
          leftSection={<IconCheck size={16} aria-hidden />}
          onClick={() =>
            openDialog('It went through', 480, (close) => (
              <WentThroughForm id={change.id} title={change.title} wanted={wentThrough} close={close} />
            ))
          }
        >
          It went through
        </Button>
      )}
      {can.edit && (
        <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => edit(change)}>
          {change.state === 'rejected' ? 'Edit and send again' : 'Edit'}
        </Button>
      )}
      {can.sendAgain && (
        <Button
          variant="default"
          leftSection={<IconSend size={16} aria-hidden />}
          onClick={() => void sendAgain(change)}
        >
          Send again
        </Button>
      )}
      {can.discard && (
        <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => discard(change)}>
          Discard
        </Button>
      )}
    </Group>
  );
}
