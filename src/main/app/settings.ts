// The settings of the app, for all stores alike, and what of the app the computers of a team share.
import { z } from 'zod';
import { type CheckoutTemplate, checkoutTemplateSchema } from '../../shared/checkout-template.ts';
import { type Currency, currencySchema } from '../../shared/money.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { defaultSettings, type Settings, type SettingsChange, settingsSchema } from '../../shared/settings.ts';
import { texts } from '../../shared/texts/main.ts';
import type { CheckoutTemplates } from '../share/checkout-templates.ts';
import { type Document, openDocument } from '../storage/document.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import { type AnyDocument, mergeLists, type SharedDocument } from '../team/shared-document.ts';

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

/** The documents that the computers of a team share. */
export function appDocuments(settings: AppSettings, templates: CheckoutTemplates): readonly AnyDocument[] {
  const currencies = {
    kind: 'currencies',
    schema: z.array(currencySchema).min(1),
    merge: mergeLists<Currency>,
    hasBase: true,
    read: () => settings.value.currencies,
    async write(value) {
      const saved = await settings.update({ currencies: [...value] });
      if (!saved.ok) throw new Error(saved.problem.message);
    },
  } satisfies SharedDocument<readonly Currency[]>;
  const ofTemplates = {
    kind: 'templates',
    schema: z.array(checkoutTemplateSchema),
    merge: mergeLists<CheckoutTemplate>,
    hasBase: true,
    read: () => templates.list(),
    write: (value) => templates.replaceAll(value),
  } satisfies SharedDocument<readonly CheckoutTemplate[]>;
  return [currencies, ofTemplates];
}
