// The first screen without a known store, and the screen that adds another store.

import { Button, Divider, Group, Paper, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconBuildingStore } from '@tabler/icons-react';
import { useEffect } from 'react';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { Notices } from '../../app/Notices.tsx';
import { useCurrentStore } from '../../state/frame.ts';
import { go, useRoute } from '../../state/route.ts';
import { RestoreButton } from '../backup/RestoreBackup.tsx';
import { PracticeButton } from './PracticeButton.tsx';
import { SignInForm } from './SignInForm.tsx';

const t = texts.signIn.screen;

export function SignInScreen() {
  const store = useCurrentStore();
  useEffect(() => {
    document.title = t.title;
  }, []);
  const isAdding = useRoute().screen === 'add-store';
  /** If a link asked for a screen before the first sign-in, that screen opens now. */
  const done = () => {
    if (isAdding) go('#/products');
  };
  return (
    <Stack component="main" gap={16} h="100%" p={24} bg="var(--desk-side)" style={{ overflow: 'auto' }}>
      <Notices />
      <Paper component={Stack} gap={24} withBorder w="min(400px, 100%)" m="auto" p={32}>
        <Group gap={8} fw={600}>
          <IconBuildingStore size={20} aria-hidden />
          {shared.names.app}
        </Group>
        <SignInForm onSignedIn={done} />
        <Divider label={texts.shortcuts.or} />
        <Stack gap={8}>
          <Text size="sm" c="dimmed">
            {t.noStoreYet}
          </Text>
          <div>
            <PracticeButton onOpened={done} />
          </div>
        </Stack>
        {!store && (
          <Stack gap={8}>
            <Text size="sm" c="dimmed">
              {t.otherComputer}
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
              {t.backTo({ store: store.name })}
            </Button>
          </div>
        )}
      </Paper>
    </Stack>
  );
}
