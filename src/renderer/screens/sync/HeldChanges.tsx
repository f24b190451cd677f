// The changes of a restored backup, in one line, to be sent or discarded together.
import { Group, Text } from '@mantine/core';
import { IconSend, IconTrash } from '@tabler/icons-react';
import type { HeldView } from '../../../shared/change.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { CommandButton } from '../../kit/commands.tsx';
import { ask } from '../../kit/dialogs.tsx';
import { QuestionBody } from '../../kit/parts.tsx';
import styles from './sync.module.css';

const t = texts.sync.restored;

export function HeldChanges({ held: { count, creations, deletions, from } }: { readonly held: HeldView }) {
  const { sendAgain, discard } = texts.manyChanges;
  const send = () =>
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
  const drop = () =>
    ask({
      title: discard.title({ count }),
      body: t.discardMeans,
      confirm: texts.sync.decisions.discard,
      danger: true,
      failed: texts.sync.notDecided,
      act: () => call('sync.discardHeld', undefined),
    });
  return (
    <Group className={styles.restored} justify="space-between" gap={12}>
      <Text size="sm" flex="1 1 280px">
        {t.held({ count, from: new Date(from) })}
      </Text>
      <Group gap={8}>
        <CommandButton command={{ label: t.sendAll, Icon: IconSend, run: send }} />
        <CommandButton command={{ label: texts.sync.decisions.discard, Icon: IconTrash, run: drop }} />
      </Group>
    </Group>
  );
}
