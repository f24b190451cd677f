// The sign-in above the screens of a store that is not signed in; the screens below keep working.
import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StoreView } from '../../../shared/session.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { notify } from '../../components/notify.tsx';
import { usePractice } from '../../state/practice.ts';
import { PracticeButton } from './PracticeButton.tsx';
import styles from './SignIn.module.css';
import { SignInForm } from './SignInForm.tsx';

const t = texts.signIn.panel;

export function SignInPanel({ store, onPutOff }: { readonly store: StoreView; onPutOff(): void }) {
  const later = (
    <Button variant="default" onClick={onPutOff}>
      {t.later}
    </Button>
  );
  return (
    <section className={styles.panel} aria-label={t.title} data-sign-in>
      {store.practice ? (
        <PracticePanel later={later} />
      ) : (
        <SignInForm
          known={{ serviceAddress: store.serviceAddress, email: store.email }}
          asksForAll={!store.signInExpired}
          lead={store.signInLocked ? t.locked : t.canGoOn}
          beside={
            <>
              {store.signInLocked && (
                <Button variant="default" onClick={() => void restart()}>
                  {t.restart}
                </Button>
              )}
              {later}
            </>
          }
        />
      )}
    </section>
  );
}

async function restart(): Promise<void> {
  const asked = await call('window.restart', undefined);
  if (!asked.ok) notify('error', asked.problem.message);
}

function PracticePanel({ later }: { readonly later: ReactNode }) {
  const view = usePractice();
  const isRefusing = view?.troubles.answer === 401;
  const why = isRefusing ? t.practiceRefuses : view ? t.practiceSignedOut : t.practiceNotRunning;
  return (
    <div className={styles.practice}>
      <Text size="sm">{view === undefined ? '' : why}</Text>
      <div className={styles.buttons}>
        <PracticeButton primary resets={isRefusing} />
        {later}
      </div>
    </div>
  );
}
