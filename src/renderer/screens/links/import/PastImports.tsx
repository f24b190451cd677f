// The imports that were begun, newest first, with how far each has come.
import { Anchor, Skeleton, Text } from '@mantine/core';
import type { ImportView } from '../../../../shared/link-import.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { Phrase } from '../../../components/Phrase.tsx';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { useLive } from '../../../state/live.ts';
import styles from './import.module.css';

const words = texts.linkImport;

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
        <Phrase of={one.bad === 0 ? [standing(one)] : words.past.withErrors(standing(one), errorsLink(one))} />
      </Text>
    </div>
  ));
}

const errorsLink = ({ id, bad }: ImportView) => (
  <Anchor size="sm" href={`#/links/import/${encodeURIComponent(id)}/errors`} underline="always">
    {words.past.errors(bad)}
  </Anchor>
);

/** "4,950 of 4,950 created, 4,950 synced, 12 waiting". */
export function standing(one: ImportView): string {
  const { created, synced, waiting, needYou, deleted } = words.standing;
  const figure = (count: number, text: (count: number) => string) => (count > 0 ? [text(count)] : []);
  return [
    created(one.made, one.chosen),
    ...figure(one.synced, synced),
    ...figure(one.waiting, waiting),
    ...figure(one.attention, needYou),
    ...figure(one.deleted, deleted),
  ].join(', ');
}
