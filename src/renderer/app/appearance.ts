// Light, dark, or as the system has it; the setting is kept by the main process, not by the page.
import { type MantineColorSchemeManager, useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import type { Settings } from '../../shared/settings.ts';

/** Mantine would keep the choice in localStorage; here it comes with the frame each time. */
export const forgetfulSchemeManager: MantineColorSchemeManager = {
  get: (defaultValue) => defaultValue,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

export function useAppearance(appearance: Settings['appearance']): void {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = appearance === 'system' ? 'auto' : appearance;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the setting changes
  useEffect(() => setColorScheme(scheme), [scheme]);
}
