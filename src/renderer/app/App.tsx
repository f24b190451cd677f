// The root component: theme, dialogs, toasts, events of the main process, and the frame or the sign-in.
import { Center, Loader, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { texts } from '../../shared/texts/window.ts';
import { Dialogs, useDialogs } from '../kit/dialogs.tsx';
import { undoNewest } from '../kit/notify.tsx';
import { ErrorBoundary, ProblemAlert } from '../kit/parts.tsx';
import { SignInScreen } from '../screens/sign-in/SignInScreen.tsx';
import { useFrameState } from '../state/frame.ts';
import { useQueryClient } from '../state/live.ts';
import { useShortcut, useShortcutKeys } from '../state/shortcuts.ts';
import { cssVariables, theme } from '../theme.ts';
import { useMainProcessEvents } from './events.ts';
import styles from './Frame.module.css';
import { Frame } from './Frame.tsx';
import { Palette } from './palette/Palette.tsx';
import { usePalette } from './palette/palette.ts';
import { openShortcuts } from './ShortcutSheet.tsx';

export function App() {
  const client = useQueryClient();
  const appearance = useFrameState(({ frame }) => frame?.settings.appearance ?? 'system');
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      {...(appearance !== 'system' && { forceColorScheme: appearance })}
    >
      <QueryClientProvider client={client}>
        <ErrorBoundary>
          {/* At the bottom left, beside the navigation and behind the dialogs. */}
          <Notifications
            position="bottom-left"
            transitionDuration={120}
            zIndex={150}
            notificationMaxHeight="50vh"
            className={styles.toasts ?? ''}
          />
          <Dialogs />
          <HideBehindDialogs />
          <Content />
        </ErrorBoundary>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Hides the rest of the window from assistive technology while a dialog is open. */
function HideBehindDialogs() {
  const dialogs = useDialogs(({ dialogs }) => dialogs.length > 0);
  const palette = usePalette(({ isOpen }) => isOpen);
  const open = dialogs || palette;
  useEffect(() => {
    const root = document.getElementById('root');
    if (open) root?.setAttribute('aria-hidden', 'true');
    else root?.removeAttribute('aria-hidden');
  }, [open]);
  return null;
}

function Content() {
  const { frame, problem } = useFrameState();
  useMainProcessEvents();
  useShortcutKeys();
  useShortcut('shortcuts', openShortcuts);
  useShortcut('undo', undoNewest);
  if (!frame) {
    return (
      <Center h="100%" p={24}>
        {problem ? (
          <ProblemAlert title={texts.app.notStarted} problem={problem} />
        ) : (
          <Loader size="sm" aria-label={texts.app.starting} role="progressbar" />
        )}
      </Center>
    );
  }
  return (
    <>
      {frame.currentStoreId === null ? <SignInScreen /> : <Frame />}
      <Palette />
    </>
  );
}
