// "Export backup": one file of everything, with or without a passphrase, and a summary of its content.
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { describeContents, newPassphraseSchema } from '../../../shared/backup.ts';
import type { Output } from '../../../shared/contract.ts';
import { enumerated } from '../../../shared/sentences.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { openDialog, useStaysOpen } from '../../kit/dialogs.tsx';
import { DialogForm, takeKeyboard, useDialogForm } from '../../kit/form.tsx';
import { PassphraseInput } from '../../kit/parts.tsx';

const t = texts.exportingBackup;

type Exported = NonNullable<Output<'backup.export'>>;

function ExportBackup({ close }: { close(): void }) {
  const [exported, setExported] = useState<Exported | null>(null);
  const staysOpen = useStaysOpen();
  const form = useDialogForm({
    initial: { passphrase: '', repeated: '' },
    save: async ({ passphrase, repeated }) => {
      const short = passphrase === '' ? undefined : newPassphraseSchema.safeParse(passphrase).error?.issues[0]?.message;
      const other = passphrase === repeated ? undefined : t.notTheSame;
      if (short || other)
        return { ok: false, errors: { ...(short && { passphrase: short }), ...(other && { repeated: other }) } };
      return staysOpen(call('backup.export', { passphrase: passphrase === '' ? null : passphrase }));
    },
    saved: setExported,
    // The form stays if the seller cancels the file dialog.
    stays: true,
    // The backup is exported, so closing loses nothing.
    ...(exported && { content: null }),
  });
  if (exported) return <Done exported={exported} close={close} />;
  return (
    <DialogForm form={form} submit={shared.backup.export} close={close}>
      <Stack gap={12}>
        <Text size="sm">{t.whatIsIn}</Text>
        <PassphraseInput
          label={texts.backup.passphrase}
          description={t.passphraseHint}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': texts.backup.showPassphrase }}
          {...form.getInputProps('passphrase')}
        />
        <PassphraseInput
          label={t.repeatPassphrase}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t.showRepeated }}
          {...form.getInputProps('repeated')}
        />
        {form.slow && <Progress value={100} animated aria-label={t.running} />}
      </Stack>
    </DialogForm>
  );
}

function Done({ exported, close }: { readonly exported: Exported; close(): void }) {
  const { file, holds, left } = exported;
  return (
    <Stack gap={16}>
      <Alert color="teal" icon={<IconCheck aria-hidden />} title={t.exported} role="status">
        {t.holds({ file, holds: describeContents(holds) })}
      </Alert>
      {left.length > 0 && <Text size="sm">{t.leftOut({ files: enumerated(left) })}</Text>}
      <Group gap={8} justify="flex-end">
        <Button ref={takeKeyboard} onClick={close}>
          {texts.common.close}
        </Button>
      </Group>
    </Stack>
  );
}

export function openExportBackup(): void {
  openDialog(shared.backup.export, 480, (close) => <ExportBackup close={close} />);
}
