// The first screen where no store is known yet, and the way to add another one.
import { Button, Divider, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconBuildingStore } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Notices } from '../../app/Notices.tsx';
import { useCurrentStore } from '../../state/frame.ts';
import { go, useRoute } from '../../state/route.ts';
import { RestoreButton } from '../backup/RestoreButton.tsx';
import { PracticeButton } from './PracticeButton.tsx';
import styles from './SignIn.module.css';
import { SignInForm } from './SignInForm.tsx';

export function SignInScreen() {
  const store = useCurrentStore();
  useEffect(() => {
    document.title = 'Sign in - Storefront Desk';
  }, []);
  const isAdding = useRoute().screen === 'add-store';
  /** Before the first sign-in a screen may have been asked for, by a link: it is shown then. */
  const done = () => {
    if (isAdding) go('#/products');
  };
  return (
    <main className={styles.screen}>
      <Notices />
      <Stack gap={24} className={styles.card}>
        <div className={styles.brand}>
          <IconBuildingStore size={20} aria-hidden />
          Storefront Desk
        </div>
        <SignInForm layout="column" onSignedIn={done} />
        <Divider label="or" />
        <Stack gap={8}>
          <Text size="sm" c="dimmed">
            No store yet, or just trying? The practice store runs on this computer, needs no network and sells nothing
            for real.
          </Text>
          <div>
            <PracticeButton onOpened={done} />
          </div>
        </Stack>
        {!store && (
          <Stack gap={8}>
            <Text size="sm" c="dimmed">
              Used this app on another computer? A backup brings its stores, products, links and waiting changes here.
            </Text>
            <div>
              <RestoreButton />
            </div>
          </Stack>
        )}
        {store && (
          <div>
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconArrowLeft size={16} aria-hidden />}
              onClick={() => go('#/products')}
            >
              Back to {store.name}
            </Button>
          </div>
        )}
      </Stack>
    </main>
  );
}
