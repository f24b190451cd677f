// "Export backup": one file of everything, with or without a passphrase, and what it then holds.
import { Alert, Button, Group, PasswordInput, Progress, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { holdsInWords, newPassphraseSchema, passphraseStrength } from '../../../shared/backup.ts';
import type { Output } from '../../../shared/contract.ts';
import type { Problem } from '../../../shared/problem.ts';
import { call } from '../../bridge.ts';
import { focusFirstWrong, submitOnCtrlEnter } from '../../components/form.ts';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { useOneAtATime } from '../links/useOneAtATime.ts';

const STRENGTH = {
  weak: 'Weak: easy to guess for a computer. Several words are better.',
  fair: 'Fair. A few more words make it strong.',
  strong: 'Strong.',
} as const;

type Exported = NonNullable<Output<'backup.export'>>;

export function ExportBackup({ close }: { close(): void }) {
  const form = useRef<HTMLFormElement>(null);
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  const [errors, setErrors] = useState<{ passphrase?: string; repeated?: string }>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [exported, setExported] = useState<Exported | null>(null);
  const exporting = useOneAtATime();
  if (exported) return <Done exported={exported} close={close} />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const short = passphrase === '' ? undefined : newPassphraseSchema.safeParse(passphrase).error?.issues[0]?.message;
    const other = passphrase === repeated ? undefined : 'The two are not the same';
    setErrors({ ...(short && { passphrase: short }), ...(other && { repeated: other }) });
    if (short || other) return focusFirstWrong(form.current);
    setProblem(null);
    void exporting.run(async () => {
      const answer = await call('backup.export', { passphrase: passphrase === '' ? null : passphrase });
      if (!answer.ok) setProblem(answer.problem);
      else if (answer.value) setExported(answer.value);
    });
  };

  return (
    <form ref={form} onSubmit={submit} onKeyDown={submitOnCtrlEnter} noValidate>
      <Stack gap={12}>
        <Text size="sm">
          One file with everything on this computer: stores, products, payment links, waiting changes, history and
          settings. Sign-ins and verification keys are left out; you are asked for them again.
        </Text>
        <PasswordInput
          label="Passphrase"
          description="Optional. Without one, whoever has the file can read what is in it."
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show passphrase' }}
          value={passphrase}
          error={errors.passphrase}
          onChange={({ currentTarget: { value } }) => {
            setPassphrase(value);
            setErrors({});
          }}
          data-autofocus
        />
        <PasswordInput
          label="Repeat passphrase"
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show repeated passphrase' }}
          value={repeated}
          error={errors.repeated}
          onChange={({ currentTarget: { value } }) => {
            setRepeated(value);
            setErrors({});
          }}
        />
        <Text size="sm" c="dimmed" mih={44} role="status" aria-label="Passphrase strength">
          {passphrase !== '' &&
            `${STRENGTH[passphraseStrength(passphrase)]} Keep it safe: it cannot be recovered, and without it nobody can read this backup.`}
        </Text>
        {exporting.slow && <Progress value={100} animated aria-label="Exporting the backup" />}
        <ProblemAlert title="The backup was not exported" problem={problem} />
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={exporting.slow}>
            Export backup
          </Button>
        </Group>
      </Stack>
    </form>
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
        <Button onClick={close} data-autofocus>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
