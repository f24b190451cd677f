// "Restore backup": its button, and its dialog with passphrase, preview and result.
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconCheck, IconRestore } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { BackupPreview, ChosenBackup } from '../../../shared/backup.ts';
import type { Problem } from '../../../shared/problem.ts';
import { enumerated, sentences } from '../../../shared/sentences.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { goInStore } from '../../app/switch-store.ts';
import { call } from '../../bridge.ts';
import { openDialog, useStaysOpen } from '../../kit/dialogs.tsx';
import { atField, takeKeyboard, useDialogForm } from '../../kit/form.tsx';
import { orNotify } from '../../kit/notify.tsx';
import { DialogFoot, PassphraseInput, ProblemAlert, WorkButton } from '../../kit/parts.tsx';
import { exactTime } from '../../kit/values.tsx';
import { useFrameState } from '../../state/frame.ts';
import { useSingleFlight } from '../../state/single-flight.ts';
import { PreviewOfBackup } from './PreviewOfBackup.tsx';

const t = texts.restoringBackup;

interface RestoreBackupProps {
  readonly backup: ChosenBackup;
  close(): void;
}

function RestoreBackup({ backup, close }: RestoreBackupProps) {
  const [preview, setPreview] = useState<BackupPreview | null>(null);
  const [restored, setRestored] = useState(false);
  return (
    <Stack gap={16}>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t.madeBy({ file: backup.file, time: exactTime(backup.createdAt), version: backup.appVersion })}
      </Text>
      {restored && preview ? (
        <Done preview={preview} close={close} />
      ) : preview ? (
        <Decide backup={backup} preview={preview} close={close} restored={() => setRestored(true)} />
      ) : (
        <Open backup={backup} close={close} opened={setPreview} />
      )}
    </Stack>
  );
}

/** Reads the backup, after asking for its passphrase if it has one. */
function Open(props: RestoreBackupProps & { opened(preview: BackupPreview): void }) {
  const { backup, close, opened } = props;
  const form = useDialogForm({
    initial: { passphrase: '' },
    save: async ({ passphrase }) => {
      const typed = backup.encrypted ? passphrase : null;
      return atField(await call('backup.preview', { id: backup.id, passphrase: typed }), 'passphrase');
    },
    saved: opened,
  });
  const { problem, slow } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the dialog opens
  useEffect(() => {
    if (!backup.encrypted) void form.submit();
  }, []);
  return (
    <form {...form.element}>
      <Stack gap={12}>
        {backup.encrypted ? (
          <PassphraseInput
            label={texts.backup.passphrase}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': texts.backup.showPassphrase }}
            {...form.getInputProps('passphrase')}
            data-autofocus
          />
        ) : (
          !problem && <Text size="sm">{t.reading}</Text>
        )}
        {slow && <Progress value={100} animated aria-label={t.reading} />}
        <ProblemAlert problem={problem} />
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={close}>
            {shared.shell.confirm.cancel}
          </Button>
          {backup.encrypted && (
            <WorkButton type="submit" busy={slow} disabled={form.values.passphrase === ''}>
              {t.proceed}
            </WorkButton>
          )}
        </Group>
      </Stack>
    </form>
  );
}

const sumOf = ({ stores }: BackupPreview, count: keyof BackupPreview['stores'][number]['counts']): number =>
  stores.reduce((all, { counts }) => all + counts[count], 0);

function Decide(props: {
  readonly backup: ChosenBackup;
  readonly preview: BackupPreview;
  close(): void;
  restored(): void;
}) {
  const { backup, preview, close, restored } = props;
  const [problem, setProblem] = useState<Problem | null>(null);
  const restoring = useSingleFlight();
  const staysOpen = useStaysOpen();
  const restore = () =>
    restoring.run(async () => {
      setProblem(null);
      const answer = await staysOpen(call('backup.restore', { id: backup.id }));
      if (answer.ok) restored();
      else setProblem(answer.problem);
    });
  return (
    <>
      <PreviewOfBackup preview={preview} />
      {restoring.slow && <Progress value={100} animated aria-label={t.running} />}
      <DialogFoot
        above={<ProblemAlert title={texts.common.failed} problem={problem} />}
        before={
          <Text size="sm" fw={600} aria-live="polite">
            {t.wouldAdd({ added: sumOf(preview, 'new'), updated: sumOf(preview, 'changed') })}
          </Text>
        }
      >
        <Button variant="default" onClick={close} disabled={restoring.slow}>
          {shared.shell.confirm.cancel}
        </Button>
        <WorkButton onClick={() => void restore()} busy={restoring.slow}>
          {t.restore}
        </WorkButton>
      </DialogFoot>
    </>
  );
}

function Done({ preview, close }: { readonly preview: BackupPreview; close(): void }) {
  const stores = useFrameState(({ frame }) => frame?.stores) ?? [];
  const shownId = useFrameState(({ frame }) => frame?.currentStoreId);
  const [added, updated, held] = [sumOf(preview, 'new'), sumOf(preview, 'changed'), sumOf(preview, 'held')];
  const holding = preview.stores.filter(({ counts }) => counts.held > 0).map(({ id }) => id);
  const holder = holding.find((id) => id === shownId) ?? holding[0];
  const signedOut = stores.filter(({ signedIn }) => !signedIn).map(({ name }) => name);
  const parts = [
    t.wouldAdd({ added, updated }),
    ...(held ? [t.held({ held })] : []),
    ...(signedOut.length > 0 ? [t.signInTo({ stores: enumerated(signedOut) })] : []),
    t.noKeys,
  ];
  return (
    <>
      <Alert color="teal" icon={<IconCheck aria-hidden />} title={t.restored} role="status">
        {sentences(...parts)}
      </Alert>
      <Group gap={8} justify="flex-end">
        {holder !== undefined && stores.length > 0 && (
          <Button
            variant="default"
            onClick={() => {
              close();
              goInStore('#/sync', holder);
            }}
          >
            {t.review}
          </Button>
        )}
        <Button ref={takeKeyboard} onClick={close}>
          {texts.common.close}
        </Button>
      </Group>
    </>
  );
}

/** Opens a daily copy by its name; with null, the seller chooses a file. */
export async function openRestoreBackup(copy: string | null): Promise<void> {
  const backup = await orNotify(call('backup.choose', { rolling: copy }));
  if (backup) {
    openDialog(shared.backup.restore.title, 640, (close) => <RestoreBackup backup={backup} close={close} />);
  }
}

export function RestoreButton() {
  return (
    <Button
      variant="default"
      leftSection={<IconRestore size={16} aria-hidden />}
      onClick={() => void openRestoreBackup(null)}
    >
      {shared.backup.restore.title}
    </Button>
  );
}
