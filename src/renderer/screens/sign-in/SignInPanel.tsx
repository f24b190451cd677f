// Above the screens of a store that is not signed in: the way to sign in, while everything below goes on working.
import { Button, Text } from '@mantine/core';
import type { StoreView } from '../../../shared/session.ts';
import { PracticeButton } from './PracticeButton.tsx';
import styles from './SignIn.module.css';
import { SignInForm } from './SignInForm.tsx';

export function SignInPanel({ store, onPutOff }: { readonly store: StoreView; onPutOff(): void }) {
  const later = (
    <Button variant="default" onClick={onPutOff}>
      Later
    </Button>
  );
  return (
    <section className={styles.panel} aria-label="Sign in">
      {store.practice ? (
        <div className={styles.practice}>
          <Text size="sm">
            The practice store is not running. You can go on working: changes wait on this computer and nothing is lost.
          </Text>
          <div className={styles.buttons}>
            <PracticeButton primary />
            {later}
          </div>
        </div>
      ) : (
        <SignInForm
          layout="row"
          serviceAddress={store.serviceAddress}
          email={store.email}
          lead="You can go on working: changes wait on this computer and nothing is lost. They are sent after you sign in."
          beside={later}
        />
      )}
    </section>
  );
}
