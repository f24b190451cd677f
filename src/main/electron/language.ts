// The language of the app: the one chosen in Settings, else the best one for the system.
import { app } from 'electron';
import type { EventPayload } from '../../shared/contract.ts';
import type { Settings } from '../../shared/settings.ts';
import { switchLanguage } from '../../shared/texts/catalog.ts';
import { bestLanguage, type Language } from '../../shared/texts/languages.ts';
import type { Emit } from '../handlers.ts';

/** `--lang`, a switch of Chromium, wins over the languages of the system. */
export function systemLanguage(): Language {
  const switchValue = app.commandLine.getSwitchValue('lang');
  return bestLanguage(switchValue === '' ? app.getPreferredSystemLanguages() : [switchValue]);
}

export const applyLanguage = (choice: Settings['language']): Promise<void> =>
  switchLanguage(choice === 'system' ? systemLanguage() : choice);

/** @param onChange called when the texts may be in another language */
export function followLanguage(onChange: () => void): Emit {
  let chosen: Settings['language'] | null = null;
  return (event, payload) => {
    if (event !== 'frame.changed') return;
    const { language } = (payload as EventPayload<'frame.changed'>).settings;
    if (language === chosen) return;
    chosen = language;
    applyLanguage(language).then(onChange, (error: unknown) =>
      console.error('The texts of another language could not be loaded', error),
    );
  };
}
