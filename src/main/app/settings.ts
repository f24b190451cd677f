// The settings of the app, for all stores alike.
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { defaultSettings, type Settings, type SettingsChange, settingsSchema } from '../../shared/settings.ts';
import { texts } from '../../shared/texts/main.ts';
import { type Document, openDocument } from '../storage/document.ts';
import type { OnSetAside } from '../storage/set-aside.ts';

const t = texts.stores;

export class AppSettings {
  readonly document: Document<Settings>;

  constructor(
    folder: string,
    onSetAside: OnSetAside,
    private readonly onChange: () => void,
  ) {
    this.document = openDocument({
      folder,
      onSetAside,
      name: 'settings',
      what: t.kept.settings,
      parse: (value) => settingsSchema.safeParse(value).data ?? null,
      initial: defaultSettings(),
    });
  }

  get value(): Settings {
    return this.document.value;
  }

  async update(change: SettingsChange): Promise<Result<void>> {
    const settings = { ...this.value, ...change };
    if (!settings.currencies.some(({ id }) => id === defaultSettings().currencies[0]?.id)) {
      return refuse('invalid', t.usdStays);
    }
    await this.document.save(settings);
    this.onChange();
    return ok(undefined);
  }
}
