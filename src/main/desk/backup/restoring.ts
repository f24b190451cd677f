// Puts a backup into the stores: each store is closed, gets what the backup brings, and is opened again. Nothing is sent
// meanwhile, and nothing else is done with a store.
import { isDeepStrictEqual } from 'node:util';
import type { RestoreChoices } from '../../../shared/backup.ts';
import type { Settings } from '../../../shared/settings.ts';
import { texts } from '../../../shared/texts/main.ts';
import { OutboxConflict } from '../../outbox/parts.ts';
import type { Document } from '../../storage/document.ts';
import type { Stamper } from '../../storage/stamp.ts';
import { HISTORY_LIMIT, type OpenStore } from '../open-store.ts';
import type { CheckoutTemplates } from '../share/checkout-templates.ts';
import type { StoreList } from '../store-list.ts';
import type { BackupContent } from './content.ts';
import { carryOut, planStore } from './plan.ts';
import { mergeSettings } from './settings.ts';

/** How long a restore waits for what is under way, in ms. */
const SETTLING_MS = 10_000;

export interface RestoringParts {
  readonly stores: StoreList;
  readonly settings: Document<Settings>;
  readonly templates: CheckoutTemplates;
  readonly stamper: Stamper;
  readonly now: () => number;
  readonly isOpen: (storeId: string) => boolean;
  /** Closes a store, does something to what it keeps, and opens it again. */
  atRest(storeId: string, act: (store: OpenStore) => Promise<void>): Promise<void>;
}

export class Restoring {
  readonly #parts: RestoringParts;
  /** What is done with a store right now. */
  readonly #underWay = new Set<Promise<unknown>>();
  #isOn = false;

  constructor(parts: RestoringParts) {
    this.#parts = parts;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Does something with a store; a restore waits until it is done. */
  during<T>(act: () => T | Promise<T>): T | Promise<T> {
    const doing = act();
    if (!(doing instanceof Promise)) return doing;
    const end = doing.catch(() => undefined).finally(() => this.#underWay.delete(end));
    this.#underWay.add(end);
    return doing;
  }

  /** Doing it twice changes nothing more. Throws a `StorageError`; what is done by then is done. */
  async run(content: BackupContent, choices: RestoreChoices): Promise<void> {
    if (this.#isOn) throw new OutboxConflict(texts.backup.restore.underWay);
    this.#isOn = true;
    try {
      await Promise.race([Promise.all(this.#underWay), new Promise((end) => setTimeout(end, SETTLING_MS).unref())]);
      for (const each of content.stores) await this.#restoreStore(each, content, choices);
      const { stores, settings, templates, isOpen } = this.#parts;
      await templates.restore(content.templates);
      const { value } = mergeSettings(content.settings, settings.value, choices);
      if (!isDeepStrictEqual(value, settings.value)) await settings.save(value);
      const first = content.stores[0];
      if (first && !isOpen(stores.currentStoreId ?? '')) await stores.show(stores.like(first.record)?.id ?? null);
    } finally {
      this.#isOn = false;
    }
  }

  async #restoreStore(
    each: BackupContent['stores'][number],
    content: BackupContent,
    choices: RestoreChoices,
  ): Promise<void> {
    const { stores, settings, stamper, now, atRest } = this.#parts;
    if (!stores.like(each.record)) await stores.add(each.record);
    const { id } = stores.like(each.record) ?? each.record;
    await atRest(id, async (store) => {
      const how = { ...content, choices, settings: settings.value, now: now(), stamp: () => stamper.stamp() };
      const plan = await planStore(each, store, how);
      await carryOut(plan, store, HISTORY_LIMIT);
      if (!isDeepStrictEqual(plan.record, store.parts.record())) await stores.change(id, plan.record);
    });
  }
}
