// The started imports, newest first, with their progress.

import { Anchor, Skeleton, Text } from '@mantine/core';
import type { ImportView } from '../../../../shared/link-import.ts';
import { enumerated } from '../../../../shared/sentences.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';
import { Phrase } from '../../../components/parts.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { useLive } from '../../../state/live.ts';
import styles from './import.module.css';

const t = texts.linkImport;

export function PastImports() {
  const { data, problem } = useLive('imports.list', undefined, ['actions', 'links']);
  if (problem) return <ProblemAlert title={t.past.notRead} problem={problem} />;
  if (!data) return <Skeleton height={40} />;
  if (data.imports.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t.past.none}
      </Text>
    );
  }
  return data.imports.map((one) => (
    <div key={one.id} className={styles.past}>
      <Anchor href={`#/links/import/${encodeURIComponent(one.id)}`} underline="always">
        {one.name}
      </Anchor>
      <Text size="sm" c="dimmed">
        <RelativeTime at={one.at} />
      </Text>
      <Text size="sm">
        <Phrase
          of={
            one.bad === 0
              ? [progressOf(one)]
              : t.past.withErrors({ progress: progressOf(one), errors: errorsLink(one) })
          }
        />
      </Text>
    </div>
  ));
}

const errorsLink = ({ id, bad }: ImportView) => (
  <Anchor size="sm" href={`#/links/import/${encodeURIComponent(id)}/errors`} underline="always">
    {t.past.errors({ rows: bad })}
  </Anchor>
);

/** "4,930 of 4,950 sent, 12 waiting, 10 replaced since". While links are created, the ones to come are not counted as missing. */
export function progressOf(one: ImportView): string {
  const { sent, waiting, needAttention, deleted, replaced, unsent, notCreated } = t.progress;
  const rows = one.running ? 0 : one.chosen - one.made;
  return enumerated([
    sent({ links: one.synced + one.deleted + one.replaced, chosen: one.chosen }),
    ...(one.waiting > 0 ? [waiting({ links: one.waiting })] : []),
    ...(one.attention > 0 ? [needAttention({ links: one.attention })] : []),
    ...(one.unsent > 0 ? [unsent({ links: one.unsent })] : []),
    ...(one.replaced > 0 ? [replaced({ links: one.replaced })] : []),
    ...(one.deleted > 0 ? [deleted({ links: one.deleted })] : []),
    ...(rows > 0 ? [notCreated({ rows })] : []),
  ]);
}
