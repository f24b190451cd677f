// The root component: theme, dialogs, toasts, events of the main process, and the frame or the sign-in.
import { Center, Loader, MantineProvider, useMantineColorScheme } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Settings } from '../../shared/settings.ts';
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
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <ErrorBoundary>
          <Toasts />
          <Dialogs />
          <HideBehindDialogs />
          <Content />
        </ErrorBoundary>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Light, dark or system appearance, from the settings of the main process. */
function useAppearance(appearance: Settings['appearance']): void {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = appearance === 'system' ? 'auto' : appearance;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the setting changes
  useEffect(() => setColorScheme(scheme), [scheme]);
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
  useAppearance(frame?.settings.appearance ?? 'system');
  useMainProcessEvents();
  useShortcutKeys();
  useShortcut('shortcuts', openShortcuts);
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

/** At the bottom left, beside the navigation and under the dialogs. */
function Toasts() {
  useShortcut('undo', undoNewest);
  return (
    <Notifications
      position="bottom-left"
      transitionDuration={120}
      zIndex={150}
      notificationMaxHeight="50vh"
      className={styles.toasts ?? ''}
    />
  );
}
