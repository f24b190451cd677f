// The imports that were begun, newest first, with how far each has come.
import { Anchor, Skeleton, Text } from '@mantine/core';
import type { ImportView } from '../../../../shared/link-import.ts';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { useLive } from '../../../state/live.ts';
import styles from './import.module.css';

export function PastImports() {
  const { data, problem } = useLive('imports.list', undefined, ['actions', 'links']);
  if (problem) return <ProblemAlert title="The imports could not be read" problem={problem} />;
  if (!data) return <Skeleton height={40} />;
  if (data.imports.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        None yet. What you import is kept here, with the checkout addresses as they come.
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
      <Text size="sm">{standing(one)}</Text>
    </div>
  ));
}

/** "4,950 of 4,950 created, 4,950 synced, 12 waiting". */
export function standing(one: ImportView): string {
  const figure = (count: number, words: string) => (count > 0 ? [`${count.toLocaleString()} ${words}`] : []);
  return [
    `${one.made.toLocaleString()} of ${one.chosen.toLocaleString()} created`,
    ...figure(one.synced, 'synced'),
    ...figure(one.waiting, 'waiting'),
    ...figure(one.attention, one.attention === 1 ? 'needs you' : 'need you'),
    ...figure(one.deleted, 'deleted'),
  ].join(', ');
}
