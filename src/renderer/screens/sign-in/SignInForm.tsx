// The sign-in form: on its own screen, or as a row above a store that is signed out. If the sign-in has expired, the row asks
// only for the password.
import { Flex, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { fieldErrors, type Problem } from '../../../shared/problem.ts';
import { type SignIn, signInSchema } from '../../../shared/session.ts';
import { texts } from '../../../shared/texts/window.ts';
import { withScheme } from '../../../shared/web-address.ts';
import { call } from '../../bridge.ts';
import { showErrors, useFirstField } from '../../kit/form.tsx';
import { ProblemAlert, WorkButton } from '../../kit/parts.tsx';
import { useFrame } from '../../state/frame.ts';
import styles from './SignIn.module.css';

const t = texts.signIn.form;

interface SignInFormProps {
  /** The account to sign in to again; without it, the form asks for everything. */
  readonly known?: Pick<SignIn, 'serviceAddress' | 'email'>;
  /** Asks for address and e-mail even if `known`. */
  readonly asksForAll?: boolean;
  readonly lead?: ReactNode;
  /** Shown beside the button. */
  readonly beside?: ReactNode;
  onSignedIn?(): void;
}

export function SignInForm({ known, asksForAll = known === undefined, lead, beside, onSignedIn }: SignInFormProps) {
  const { keepsSignIn } = useFrame();
  const form = useRef<HTMLFormElement>(null);
  // The password stays in its input, never in React state.
  const password = useRef<HTMLInputElement>(null);
  const [account, setAccount] = useState(known ?? { serviceAddress: '', email: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  // Above other screens the form must not steal the focus.
  useFirstField(form, known === undefined);
  const refuse = (fields: Record<string, string>) => showErrors(form, () => setErrors(fields));
  const clear = (field: string) => setErrors(({ [field]: _gone, ...others }) => others);
  const type = (part: Partial<typeof account>) => {
    setAccount({ ...account, ...part });
    for (const field of Object.keys(part)) clear(field);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setProblem(null);
    const input = {
      ...account,
      serviceAddress: withScheme(account.serviceAddress),
      password: password.current?.value ?? '',
    };
    const checked = signInSchema.safeParse(input);
    if (!checked.success) return refuse(fieldErrors(checked.error));
    setErrors({});
    setBusy(true);
    const answer = await call('session.signIn', input);
    setBusy(false);
    if (answer.ok) {
      if (password.current) password.current.value = '';
      return onSignedIn?.();
    }
    // The seller declined in a dialog of the system, which is not an error.
    if (answer.problem.code === 'forbidden') return;
    const { fields } = answer.problem;
    const isShown = fields && (asksForAll || Object.keys(fields).every((field) => field === 'password'));
    if (isShown) refuse(fields);
    else setProblem(answer.problem);
  };

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} onChange={() => setProblem(null)} noValidate>
      <Stack gap={12}>
        <div>
          <Title order={known ? 2 : 1}>{t.title}</Title>
          {known && (
            <Text size="sm" c="dimmed">
              {texts.app.store.account(known)}. {lead}
            </Text>
          )}
        </div>
        {problem && <ProblemAlert title={problem.code === 'unreachable' ? t.notReached : t.failed} problem={problem} />}
        <Flex
          direction={known ? 'row' : 'column'}
          wrap="wrap"
          gap={12}
          align={known ? 'flex-start' : 'stretch'}
          className={(known && styles.row) ?? ''}
        >
          {asksForAll && (
            <>
              <TextInput
                label={t.serviceAddress}
                description={known ? undefined : t.serviceAddressAbout}
                placeholder="https://…"
                inputMode="url"
                autoComplete="url"
                spellCheck={false}
                value={account.serviceAddress}
                error={errors.serviceAddress}
                onBlur={() => setAccount({ ...account, serviceAddress: withScheme(account.serviceAddress) })}
                onChange={(event) => type({ serviceAddress: event.currentTarget.value })}
              />
              <TextInput
                label={t.email}
                inputMode="email"
                autoComplete="username"
                spellCheck={false}
                value={account.email}
                error={errors.email}
                onChange={(event) => type({ email: event.currentTarget.value })}
              />
            </>
          )}
          <PasswordInput
            label={t.password}
            ref={password}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t.showPassword }}
            error={errors.password}
            aria-invalid={errors.password ? true : undefined}
            onChange={() => errors.password && clear('password')}
          />
          <Group gap={8}>
            <WorkButton type="submit" busy={busy}>
              {texts.app.store.signIn}
            </WorkButton>
            {beside}
          </Group>
        </Flex>
        {!keepsSignIn && (
          <Text size="xs" c="dimmed">
            {t.lastsUntilClosed}
          </Text>
        )}
      </Stack>
    </form>
  );
}
