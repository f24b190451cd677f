// The started imports, newest first, with their progress.
import { Anchor, Skeleton, Text } from '@mantine/core';
import type { ImportView } from '../../../../shared/link-import.ts';
import { texts as later } from '../../../../shared/texts/later.ts';
import { Phrase } from '../../../components/Phrase.tsx';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { useLive } from '../../../state/live.ts';
import styles from './import.module.css';

const words = later.linkImport;

export function PastImports() {
  const { data, problem } = useLive('imports.list', undefined, ['actions', 'links']);
  if (problem) return <ProblemAlert title={words.past.notRead} problem={problem} />;
  if (!data) return <Skeleton height={40} />;
  if (data.imports.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {words.past.none}
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
        <Phrase of={one.bad === 0 ? [progressOf(one)] : words.past.withErrors(progressOf(one), errorsLink(one))} />
      </Text>
    </div>
  ));
}

const errorsLink = ({ id, bad }: ImportView) => (
  <Anchor size="sm" href={`#/links/import/${encodeURIComponent(id)}/errors`} underline="always">
    {words.past.errors(bad)}
  </Anchor>
);

/** "4,930 of 4,950 sent, 12 waiting". While links are created, the ones to come are not counted as missing. */
export function progressOf(one: ImportView): string {
  const { sent, waiting, needAttention, deleted, notCreated } = words.progress;
  const figure = (count: number, text: (count: number) => string) => (count > 0 ? [text(count)] : []);
  return [
    sent(one.synced, one.chosen),
    ...figure(one.waiting, waiting),
    ...figure(one.attention, needAttention),
    ...figure(one.deleted, deleted),
    ...figure(one.running ? 0 : one.chosen - one.made, notCreated),
  ].join(', ');
}
