// The sign-in above the screens of a store that is signed out; these keep working.
import { Button, Group, Paper, Text } from '@mantine/core';
import type { StoreView } from '../../../shared/session.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { report } from '../../kit/notify.tsx';
import { PracticeButton } from './PracticeButton.tsx';
import { SignInForm } from './SignInForm.tsx';

const t = texts.signIn.panel;

export function SignInPanel({ store, onPutOff }: { readonly store: StoreView; onPutOff(): void }) {
  const later = (
    <Button variant="default" onClick={onPutOff}>
      {t.later}
    </Button>
  );
  return (
    <Paper
      component="section"
      withBorder
      flex="none"
      mx="var(--gutter)"
      mt={12}
      p={12}
      bg="var(--desk-side)"
      aria-label={texts.app.store.signIn}
      data-sign-in
    >
      {store.practice ? (
        <Group gap={12} justify="space-between">
          <Text size="sm">{t.canGoOn}</Text>
          <Group gap={8}>
            <PracticeButton primary />
            {later}
          </Group>
        </Group>
      ) : (
        <SignInForm
          known={{ serviceAddress: store.serviceAddress, email: store.email }}
          asksForAll={!store.signInExpired}
          lead={store.signInLocked ? t.locked : t.canGoOn}
          beside={
            <>
              {store.signInLocked && (
                <Button variant="default" onClick={() => void report(call('window.restart', undefined))}>
                  {t.restart}
                </Button>
              )}
              {later}
            </>
          }
        />
      )}
    </Paper>
  );
}
