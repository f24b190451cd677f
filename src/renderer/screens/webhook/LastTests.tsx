// The last test events, newest first.

import { Button, Table, Text, Title } from '@mantine/core';
import { IconCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '../../../shared/texts/window.ts';
import type { WebhookView } from '../../../shared/webhook.ts';
import { durationText } from '../../components/duration.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StateWord } from '../../components/SyncBadge.tsx';
import { useTests } from './TestSection.tsx';
import styles from './webhook.module.css';

const t = texts.webhook.lastTests;

const SHOWN = 10;

export function LastTests({ view }: { readonly view: WebhookView }) {
  const tests = useTests(view);
  const [all, setAll] = useState(false);
  if (tests.length === 0) return null;
  return (
    <div className={styles.whole}>
      <Title order={2} id="last-tests">
        {t.title}
      </Title>
      <Table aria-labelledby="last-tests" className={styles.tests} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={110}>{t.result}</Table.Th>
            <Table.Th>{t.whatHappened}</Table.Th>
            <Table.Th w={70} ta="right">
              {t.status}
            </Table.Th>
            <Table.Th w={80} ta="right">
              {t.took}
            </Table.Th>
            <Table.Th w={110}>{t.when}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(all ? tests : tests.slice(0, SHOWN)).map((test) => (
            <Table.Tr key={test.id}>
              <Table.Td>
                {test.delivered ? (
                  <StateWord tone={test.outdated ? 'waiting' : 'synced'} icon={<IconCheck size={15} aria-hidden />}>
                    {t.delivered}
                  </StateWord>
                ) : (
                  <StateWord tone="rejected" icon={<IconCircleX size={15} aria-hidden />}>
                    {t.failed}
                  </StateWord>
                )}
              </Table.Td>
              <Table.Td>
                {test.outdated && (
                  <Text span inherit c="dimmed">
                    {t.beforeChange}{' '}
                  </Text>
                )}
                {test.explanation}
              </Table.Td>
              <Table.Td ta="right">{test.status ?? '-'}</Table.Td>
              <Table.Td ta="right">{durationText(test.tookMs)}</Table.Td>
              <Table.Td>
                <RelativeTime at={test.at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {tests.length > SHOWN && (
        <Button variant="subtle" size="compact-xs" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t.showFewer : t.showAll({ tests: tests.length })}
        </Button>
      )}
    </div>
  );
}
