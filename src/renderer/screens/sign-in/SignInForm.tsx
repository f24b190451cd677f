// The sign-in form: on its own screen, and as a row above the screens of a store that is not signed in.
import { PasswordInput, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { fieldErrors, type Problem } from '../../../shared/problem.ts';
import { type SignIn, signInSchema } from '../../../shared/session.ts';
import { texts } from '../../../shared/texts/window.ts';
import { withScheme } from '../../../shared/web-address.ts';
import { call } from '../../bridge.ts';
import { useFirstField, useFirstWrong } from '../../components/form.ts';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { WorkButton } from '../../components/parts.tsx';
import { useFrame } from '../../state/frame.ts';
import styles from './SignIn.module.css';

const t = texts.signIn.form;

interface SignInFormProps {
  readonly serviceAddress?: string;
  readonly email?: string;
  /** `column` on the screen (h1), `row` above other screens (h2). */
  readonly layout: 'column' | 'row';
  /** Below the heading; in a row, below or beside the button. */
  readonly lead?: ReactNode;
  /** Takes the place of `lead` while another account than the given one is typed. */
  readonly otherAccount?: string;
  /** Beside the button. */
  readonly beside?: ReactNode;
  /** `other`: the e-mail of another account than the given one; null for that one. */
  onSignedIn?(other: string | null): void;
}

export function SignInForm(props: SignInFormProps) {
  const { serviceAddress = '', email = '', layout, lead, otherAccount, beside, onSignedIn } = props;
  const { keepsSignIn } = useFrame();
  const form = useRef<HTMLFormElement>(null);
  // The password stays in its input, never in React state.
  const password = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState(serviceAddress);
  const [mail, setMail] = useState(email);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  const toFirstWrong = useFirstWrong(form);
  // Above other screens it must not steal the focus.
  useFirstField(form, layout === 'column');
  const refuse = (fields: Record<string, string>) => {
    setErrors(fields);
    toFirstWrong(null);
  };
  const clear = (field: string) => setErrors(({ [field]: _gone, ...rest }) => rest);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setProblem(null);
    setAddress(withScheme);
    const input = { serviceAddress: address, email: mail, password: password.current?.value ?? '' };
    const checked = signInSchema.safeParse(input);
    if (!checked.success) return refuse(fieldErrors(checked.error));
    setErrors({});
    setBusy(true);
    const answer = await call('session.signIn', input);
    setBusy(false);
    if (!answer.ok) {
      // Declined in the system's question: no error.
      if (answer.problem.code === 'forbidden') return;
      setProblem(answer.problem);
      if (answer.problem.fields) refuse(answer.problem.fields);
      return;
    }
    if (password.current) password.current.value = '';
    onSignedIn?.(isOtherAccount({ serviceAddress, email }, { address, mail }) ? mail.trim() : null);
  };

  const isOther = otherAccount !== undefined && isOtherAccount({ serviceAddress, email }, { address, mail });
  const notes = lead && (
    <Text {...(isOther ? { fw: 600 } : { c: 'dimmed' })} size="sm" component="div" aria-live="polite">
      {isOther ? otherAccount : lead}
    </Text>
  );
  const untilClosed = !keepsSignIn && (
    <Text size="xs" c="dimmed">
      {t.lastsUntilClosed}
    </Text>
  );
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => void submit(event)}
      onChange={() => setProblem(null)}
      noValidate
    >
      <div>
        <Title order={layout === 'row' ? 2 : 1}>{t.title}</Title>
        {layout === 'column' && notes}
      </div>
      {problem && !problem.fields && <ProblemAlert title={headline(problem)} problem={problem} />}
      <div className={styles.fields} data-layout={layout}>
        <TextInput
          label={t.serviceAddress}
          placeholder="https://…"
          inputMode="url"
          autoComplete="url"
          spellCheck={false}
          value={address}
          error={errors.serviceAddress}
          onBlur={() => setAddress(withScheme)}
          onChange={(event) => {
            setAddress(event.currentTarget.value);
            clear('serviceAddress');
          }}
        />
        <TextInput
          label={t.email}
          inputMode="email"
          autoComplete="username"
          spellCheck={false}
          value={mail}
          error={errors.email}
          onChange={(event) => {
            setMail(event.currentTarget.value);
            clear('email');
          }}
        />
        <PasswordInput
          label={t.password}
          ref={password}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t.showPassword }}
          error={errors.password}
          aria-invalid={errors.password ? true : undefined}
          onChange={() => errors.password && clear('password')}
        />
        <div className={styles.foot}>
          <div className={styles.buttons}>
            <WorkButton type="submit" busy={busy}>
              {t.signIn}
            </WorkButton>
            {beside}
          </div>
          {layout === 'row' && (
            <div className={styles.notes}>
              {notes}
              {untilClosed}
            </div>
          )}
        </div>
      </div>
      {layout === 'column' && untilClosed}
    </form>
  );
}

/** The address and the e-mail are valid, and one of them is another; the case of the e-mail does not matter. */
function isOtherAccount(
  known: Pick<SignIn, 'serviceAddress' | 'email'>,
  typed: { address: string; mail: string },
): boolean {
  const { serviceAddress, email } = signInSchema.shape;
  const address = serviceAddress.safeParse(typed.address).data;
  const mail = email.safeParse(typed.mail).data;
  if (address === undefined || mail === undefined) return false;
  return address !== known.serviceAddress || mail.toLowerCase() !== known.email.toLowerCase();
}

const headline = (problem: Problem): string => (problem.code === 'unreachable' ? t.notReached : t.failed);
