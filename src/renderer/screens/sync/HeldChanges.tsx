// The changes of a restored backup, in one line: they are sent or discarded together.
import { Button, Group, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { HeldView } from '../../../shared/change.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { ask } from '../../kit/dialogs.tsx';
import { QuestionBody } from '../../kit/parts.tsx';
import styles from './sync.module.css';

const t = texts.sync.restored;

function askToSend({ count, creations, deletions }: HeldView): void {
  const { sendAgain } = texts.manyChanges;
  ask({
    title: sendAgain.title({ count }),
    body: (
      <QuestionBody
        sentences={[deletions > 0 && sendAgain.deletions({ links: deletions }), creations > 0 && t.mayComeTwice]}
      />
    ),
    confirm: t.sendAll,
    danger: deletions > 0,
    failed: texts.sync.notDecided,
    act: () => call('sync.sendHeld', undefined),
  });
}

function askToDiscard({ count }: HeldView): void {
  ask({
    title: texts.manyChanges.discard.title({ count }),
    body: <QuestionBody sentences={[t.discardMeans]} />,
    confirm: texts.sync.decisions.discard,
    danger: true,
    failed: texts.sync.notDecided,
    act: () => call('sync.discardHeld', undefined),
  });
}

export function HeldChanges({ held }: { readonly held: HeldView }) {
  return (
    <Group className={styles.restored} justify="space-between" gap={12}>
      <Text size="sm" flex="1 1 280px">
        {t.held({ count: held.count, from: new Date(held.from) })}
      </Text>
      <Group gap={8}>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconSend size={14} aria-hidden />}
          onClick={() => askToSend(held)}
        >
          {t.sendAll}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => askToDiscard(held)}>
          {texts.sync.decisions.discard}
        </Button>
      </Group>
    </Group>
  );
}
