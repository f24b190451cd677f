// The location of the data, its backups, and the diagnostics for support.
import { Button, Code, Group } from '@mantine/core';
import { IconClipboardText, IconDatabaseExport, IconFileText, IconFolderOpen } from '@tabler/icons-react';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { notify } from '../../components/notify.tsx';
import { useFrame } from '../../state/frame.ts';
import { openExportBackup } from '../backup/ExportBackup.tsx';
import { RestoreButton } from '../backup/restore.tsx';
import { RollingBackups } from './RollingBackups.tsx';
import { Section } from './Section.tsx';
import styles from './settings.module.css';

const t = texts.settings.data;

export function DataSection() {
  const { dataFolder } = useFrame();
  const open = async () => {
    const result = await call('folders.openData', undefined);
    if (!result.ok) notify('error', result.problem.message);
  };
  const openLogs = async () => {
    const result = await call('support.openLogs', undefined);
    if (!result.ok) notify('error', result.problem.message);
  };
  const copyDiagnostics = async () => {
    const result = await call('support.copyDiagnostics', undefined);
    if (result.ok) notify('success', texts.settings.diagnostics.copied);
    else notify('error', result.problem.message);
  };
  return (
    <Section title={t.title}>
      <Code className={styles.folder}>{dataFolder}</Code>
      <Group gap={8} mt={12}>
        <Button
          variant="default"
          leftSection={<IconDatabaseExport size={16} aria-hidden />}
          onClick={() => openExportBackup()}
        >
          {t.exportBackup}
        </Button>
        <RestoreButton />
        <Button variant="default" leftSection={<IconFolderOpen size={16} aria-hidden />} onClick={() => void open()}>
          {t.openFolder}
        </Button>
        <Button variant="default" leftSection={<IconFileText size={16} aria-hidden />} onClick={() => void openLogs()}>
          {t.openLogs}
        </Button>
        <Button
          variant="default"
          leftSection={<IconClipboardText size={16} aria-hidden />}
          onClick={() => void copyDiagnostics()}
        >
          {t.copyDiagnostics}
        </Button>
      </Group>
      <RollingBackups />
    </Section>
  );
}
