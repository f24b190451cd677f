// The profile of the window's Chromium: turns off browser features that an app window must not have.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const preferences = {
  // Forms of the app are no web forms: no password saving, no autofill, no translation.
  credentials_enable_service: false,
  profile: { password_manager_enabled: false, name: 'Storefront Desk' },
  autofill: { profile_enabled: false, credit_card_enabled: false },
  translate: { enabled: false },
  // Dictionaries would have to be downloaded.
  browser: { enable_spellchecking: false },
};

/** Prepares the profile folder for a start. What Chromium has written since stays. */
export function prepareProfile(folder: string): void {
  const file = join(folder, 'Default/Preferences');
  if (!existsSync(file)) {
    mkdirSync(join(folder, 'Default'), { recursive: true });
    writeFileSync(file, JSON.stringify(preferences));
  }
  // Left by an earlier start, it would contain an old port.
  rmSync(join(folder, 'DevToolsActivePort'), { force: true });
}
