// Saves one of the app's settings at once, on top of the newest of the others.
import type { Settings } from '../../../shared/settings.ts';
import { call, type Problem } from '../../bridge.ts';
import { useFrameState } from '../../state/frame.ts';

/** Null when it was saved. */
export async function saveSettings(part: Partial<Settings>): Promise<Problem | null> {
  const settings = useFrameState.getState().frame?.settings;
  if (!settings) throw new Error('Settings are changed before they are there');
  const result = await call('settings.update', { ...settings, ...part });
  return result.ok ? null : result.problem;
}
