// The automatic backups, each with its time, its size and a restore button.

import { Button, Table, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { DailyCopy } from '../../../shared/backup.ts';
import { localeInUse } from '../../../shared/texts/catalog.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call, type Problem } from '../../bridge.ts';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { exactTime, RelativeTime } from '../../components/RelativeTime.tsx';
import { openRestoreBackup } from '../backup/restore.tsx';
import styles from './settings.module.css';

const t = texts.settings.rollingBackups;

const megabytes = new Intl.NumberFormat(localeInUse(), { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
const kilobytes = new Intl.NumberFormat(localeInUse(), { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
const formatSize = (bytes: number): string =>
  bytes < 1_000_000 ? kilobytes.format(Math.max(1, bytes / 1_000)) : megabytes.format(bytes / 1_000_000);

export function RollingBackups() {
  const [backups, setBackups] = useState<readonly DailyCopy[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    void call('backup.rolling', undefined).then((answer) =>
      answer.ok ? setBackups(answer.value) : setProblem(answer.problem),
    );
  }, []);
  return (
    <div className={styles.rolling}>
      <Title order={3}>{t.title}</Title>
      <Text size="sm" c="dimmed">
        {t.about}
      </Text>
      <ProblemAlert title={t.notListed} problem={problem} />
      {backups?.length === 0 && (
        <Text size="sm" mt={8}>
          {t.none}
        </Text>
      )}
      {backups !== null && backups.length > 0 && (
        <Table aria-label={t.title} className={styles.currencies} mt={8}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.made}</Table.Th>
              <Table.Th w={88} ta="right">
                {t.size}
              </Table.Th>
              <Table.Th w={104}>
                <span className={styles.unseen}>{t.restore}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {backups.map(({ name, at, bytes }) => (
              <Table.Tr key={name}>
                <Table.Td>
                  <RelativeTime at={at} />
                </Table.Td>
                <Table.Td ta="right">{formatSize(bytes)}</Table.Td>
                <Table.Td ta="right">
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t.restoreOne({ made: exactTime(at) })}
                    onClick={() => void openRestoreBackup(name)}
                  >
                    {t.restore}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </div>
  );
}
