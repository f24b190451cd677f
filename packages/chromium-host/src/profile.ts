// The profile of the window's Chromium: a browser's habits that an app window must not have are turned off in it.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const preferences = {
  // A form of the app is no web form: no "save this password?", no filling in, no offer to translate.
  credentials_enable_service: false,
  profile: { password_manager_enabled: false, name: 'Storefront Desk' },
  autofill: { profile_enabled: false, credit_card_enabled: false },
  translate: { enabled: false },
  // Dictionaries would have to be fetched.
  browser: { enable_spellchecking: false },
};

/** Makes the profile's folder fit for a start. What Chromium has written into it since is left alone. */
export function prepareProfile(folder: string): void {
  const file = join(folder, 'Default/Preferences');
  if (!existsSync(file)) {
    mkdirSync(join(folder, 'Default'), { recursive: true });
    writeFileSync(file, JSON.stringify(preferences));
  }
  // Left from an earlier start, it would name a port that is no longer ours.
  rmSync(join(folder, 'DevToolsActivePort'), { force: true });
}
