// Saves one app setting immediately, on top of the latest values of the others.
import type { Currency } from '../../../shared/money.ts';
import type { Settings } from '../../../shared/settings.ts';
import { call, type Problem } from '../../bridge.ts';
import { useFrameState } from '../../state/frame.ts';

/** As they are now, which may be later than the last render. */
export const newestCurrencies = (): readonly Currency[] => useFrameState.getState().frame?.settings.currencies ?? [];

/** Returns null on success. */
export async function saveSettings(part: Partial<Settings>): Promise<Problem | null> {
  const settings = useFrameState.getState().frame?.settings;
  if (!settings) throw new Error('Settings are changed before they are there');
  const result = await call('settings.update', { ...settings, ...part });
  return result.ok ? null : result.problem;
}
