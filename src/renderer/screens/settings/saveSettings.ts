// Saves some app settings immediately; the others stay as they are.
import type { Currency } from '../../../shared/money.ts';
import type { SettingsChange } from '../../../shared/settings.ts';
import { call, type Problem } from '../../bridge.ts';
import { useFrameState } from '../../state/frame.ts';

/** As they are now, which may be later than the last render. */
export const newestCurrencies = (): readonly Currency[] => useFrameState.getState().frame?.settings.currencies ?? [];

/** Returns null on success. */
export async function saveSettings(change: SettingsChange): Promise<Problem | null> {
  const result = await call('settings.update', change);
  return result.ok ? null : result.problem;
}
