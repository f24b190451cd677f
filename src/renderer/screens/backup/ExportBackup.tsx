// "Export backup": one file of everything, with or without a passphrase, and what it then holds.
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { holdsInWords, newPassphraseSchema, passphraseStrength } from '../../../shared/backup.ts';
import type { Output } from '../../../shared/contract.ts';
import { call } from '../../bridge.ts';
import { DialogForm, useDialogForm } from '../../components/dialog-form.tsx';
import { takeKeyboard } from '../../components/form.ts';
import { PassphraseInput } from '../../components/PassphraseInput.tsx';

const STRENGTH = {
  weak: 'Weak: easy to guess for a computer. Several words are better.',
  fair: 'Fair. A few more words make it strong.',
  strong: 'Strong.',
} as const;

type Exported = NonNullable<Output<'backup.export'>>;

export function ExportBackup({ close }: { close(): void }) {
  const [exported, setExported] = useState<Exported | null>(null);
  const form = useDialogForm({
    initial: { passphrase: '', repeated: '' },
    save: async ({ passphrase, repeated }) => {
      const short = passphrase === '' ? undefined : newPassphraseSchema.safeParse(passphrase).error?.issues[0]?.message;
      const other = passphrase === repeated ? undefined : 'The two are not the same';
      if (short || other)
        return { ok: false, errors: { ...(short && { passphrase: short }), ...(other && { repeated: other }) } };
      return call('backup.export', { passphrase: passphrase === '' ? null : passphrase });
    },
    saved: setExported,
    // Where the seller chose no file after all.
    stays: true,
    // Exported: there is nothing left to lose.
    ...(exported && { content: null }),
  });
  if (exported) return <Done exported={exported} close={close} />;
  const { passphrase } = form.values;
  return (
    <DialogForm form={form} failed="The backup was not exported" submit="Export backup" close={close}>
      <Stack gap={12}>
        <Text size="sm">
          One file with everything on this computer: stores, products, payment links, waiting changes, history and
          settings. Sign-ins and verification keys are left out; you are asked for them again.
        </Text>
        <PassphraseInput
          label="Passphrase"
          description="Optional. Without one, whoever has the file can read what is in it."
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show passphrase' }}
          {...form.getInputProps('passphrase')}
        />
        <PassphraseInput
          label="Repeat passphrase"
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show repeated passphrase' }}
          {...form.getInputProps('repeated')}
        />
        <Text size="sm" c="dimmed" mih={44} role="status" aria-label="Passphrase strength">
          {passphrase !== '' &&
            `${STRENGTH[passphraseStrength(passphrase)]} Keep it safe: it cannot be recovered, and without it nobody can read this backup.`}
        </Text>
        {form.slow && <Progress value={100} animated aria-label="Exporting the backup" />}
      </Stack>
    </DialogForm>
  );
}

function Done({ exported, close }: { readonly exported: Exported; close(): void }) {
  const { file, holds, left } = exported;
  return (
    <Stack gap={16}>
      <Alert color="teal" icon={<IconCheck aria-hidden />} title="Backup exported" role="status">
        {file} holds {holdsInWords(holds)}.
      </Alert>
      {left.length > 0 && (
        <Text size="sm">
          Not in it, because they could not be opened: {left.join(', ')}. Their files in the data folder are untouched.
        </Text>
      )}
      <Group gap={8} justify="flex-end">
        <Button ref={takeKeyboard} onClick={close}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
