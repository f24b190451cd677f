// Light, dark or system appearance, from the settings of the main process.
import { type MantineColorSchemeManager, useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import type { Settings } from '../../shared/settings.ts';

/** Stores nothing, where Mantine would use localStorage: the setting comes with the frame. */
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
