// The past imports, newest first, with the progress of their links.
import { Anchor, Skeleton, Text } from '@mantine/core';
import type { ImportView } from '../../../../shared/link-import.ts';
import { enumerated } from '../../../../shared/sentences.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { ProblemAlert } from '../../../kit/parts.tsx';
import { RelativeTime } from '../../../kit/values.tsx';
import { useLive } from '../../../state/live.ts';
import styles from './import.module.css';

const t = texts.linkImport;

export function PastImports() {
  const { data, problem } = useLive('imports.list', undefined, ['records']);
  if (problem) return <ProblemAlert problem={problem} />;
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
      <Text size="sm">{progressOf(one)}</Text>
    </div>
  ));
}

/** For example "4,930 of 4,950 sent, 12 waiting, 10 deleted or replaced since; 3 rows with errors". */
export function progressOf({ rows, bad, chosen, ...links }: ImportView): string {
  const { sent, waiting, needAttention, deleted } = t.progress;
  const progress = enumerated([
    sent({ links: links.sent, chosen }),
    ...(links.waiting > 0 ? [waiting({ links: links.waiting })] : []),
    ...(links.attention > 0 ? [needAttention({ links: links.attention })] : []),
    ...(links.deleted > 0 ? [deleted({ links: links.deleted })] : []),
  ]);
  return t.begun.progress({ progress, leftOut: rows - chosen - bad, bad });
}
