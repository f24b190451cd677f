// Sends all changes that a restore holds.
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { notify } from '../../components/notify.tsx';
import { ask } from '../../state/dialogs.ts';
import styles from './sync.module.css';

const t = texts.sync.restored;

async function askToSend(): Promise<void> {
  const held = await call('sync.ids', { reason: 'restored', between: null });
  if (!held.ok) return notify('error', held.problem.message);
  const answer = await call('sync.beforeMany', { ids: held.value.ids, decision: 'sendAgain' });
  if (!answer.ok) return notify('error', answer.problem.message);
  const { changes, deletions, mayBeCreated } = answer.value;
  ask({
    title: t.title,
    body: (
      <Stack gap={8}>
        <Text size="sm">{t.sentFromHere({ count: changes.length })}</Text>
        {deletions > 0 && <Text size="sm">{texts.manyChanges.sendAgain.deletions({ links: deletions })}</Text>}
        {mayBeCreated > 0 && <Text size="sm">{t.mayComeTwice}</Text>}
      </Stack>
    ),
    confirm: t.confirm,
    danger: deletions > 0,
    failed: t.notSent,
    act: async () => {
      const answer = await call('sync.sendRestored', undefined);
      if (answer.ok) notify('success', t.willBeSent({ count: answer.value.count }));
      return answer;
    },
  });
}

export function RestoredChanges({ count, inDoubt }: { readonly count: number; readonly inDoubt: number }) {
  return (
    <Group className={styles.restored} justify="space-between" gap={12}>
      <Text size="sm">{t.held({ count, doubts: inDoubt })}</Text>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconSend size={14} aria-hidden />}
        onClick={() => void askToSend()}
      >
        {t.sendAll}
      </Button>
    </Group>
  );
}
