// Backups: "Export backup", "Restore backup", and the daily copies on this computer.
import { Button, Group, Table, Text, Title } from '@mantine/core';
import { IconDatabaseExport } from '@tabler/icons-react';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { ProblemAlert } from '../../kit/parts.tsx';
import { exactTime, RelativeTime } from '../../kit/values.tsx';
import { useAnswer } from '../../state/live.ts';
import { openExportBackup } from '../backup/ExportBackup.tsx';
import { openRestoreBackup, RestoreButton } from '../backup/RestoreBackup.tsx';
import { Section, Tool } from './Section.tsx';

const t = texts.settings.rollingBackups;

export function BackupSection() {
  const { data: copies, problem } = useAnswer('backup.rolling', undefined);
  return (
    <Section id="backup" title={texts.settings.backup}>
      <Group gap={8}>
        <Tool Icon={IconDatabaseExport} onClick={openExportBackup}>
          {shared.backup.export}
        </Tool>
        <RestoreButton />
      </Group>
      <div>
        <Title order={3}>{t.title}</Title>
        <Text size="sm" c="dimmed">
          {t.about}
        </Text>
      </div>
      <ProblemAlert problem={problem} />
      {copies && copies.length > 0 && (
        <Table aria-label={t.title} layout="fixed" tabularNums>
          <Table.Tbody>
            {copies.map(({ name, at }) => (
              <Table.Tr key={name}>
                <Table.Td>
                  <RelativeTime at={at} />
                </Table.Td>
                <Table.Td ta="right">
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t.restoreOne({ made: exactTime(at) })}
                    onClick={() => void openRestoreBackup(name)}
                  >
                    {texts.restoringBackup.restore}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}
