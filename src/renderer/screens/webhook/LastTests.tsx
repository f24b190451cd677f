// The last test events, newest first.
import { Button, Table, Title } from '@mantine/core';
import { IconCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import type { WebhookTest } from '../../../shared/webhook.ts';
import { durationText } from '../../components/duration.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StateWord } from '../../components/SyncBadge.tsx';
import styles from './webhook.module.css';

const SHOWN = 10;

export function LastTests({ tests }: { readonly tests: readonly WebhookTest[] }) {
  const [all, setAll] = useState(false);
  return (
    <div>
      <Title order={3} id="last-tests">
        Last tests
      </Title>
      <Table aria-labelledby="last-tests" className={styles.tests} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={110}>Result</Table.Th>
            <Table.Th>What happened</Table.Th>
            <Table.Th w={70} ta="right">
              Status
            </Table.Th>
            <Table.Th w={80} ta="right">
              Took
            </Table.Th>
            <Table.Th w={110}>When</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(all ? tests : tests.slice(0, SHOWN)).map((test) => (
            <Table.Tr key={test.id}>
              <Table.Td>
                {test.delivered ? (
                  <StateWord tone="synced" icon={<IconCheck size={15} aria-hidden />}>
                    Delivered
                  </StateWord>
                ) : (
                  <StateWord tone="rejected" icon={<IconCircleX size={15} aria-hidden />}>
                    Failed
                  </StateWord>
                )}
              </Table.Td>
              <Table.Td className={styles.cut} title={test.explanation}>
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
          {all ? 'Show fewer tests' : `Show all ${tests.length} tests`}
        </Button>
      )}
    </div>
  );
}
