// The seller's templates for customised checkout links: one document for all stores, so that they outlive a sign-in.
import { z } from 'zod';
import {
  type CheckoutTemplate,
  checkoutTemplateSchema,
  sameTemplateName,
  type TemplateField,
} from '../../shared/checkout-template.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import { type Document, openDocument } from '../storage/document.ts';
import type { OnSetAside } from '../storage/set-aside.ts';

const words = texts.share.templates;
/** More than anyone picks from a list. */
const MOST_TEMPLATES = 200;

export class CheckoutTemplates {
  readonly #document: Document<readonly CheckoutTemplate[]>;

  constructor(
    folder: string,
    onSetAside: OnSetAside,
    private readonly newId: () => string,
  ) {
    this.#document = openDocument<readonly CheckoutTemplate[]>({
      folder,
      name: 'checkout-templates',
      what: words.document,
      parse: (value) => z.array(checkoutTemplateSchema).safeParse(value).data ?? null,
      initial: [],
      onSetAside,
    });
  }

  /** By name. */
  list(): CheckoutTemplate[] {
    return [...this.#document.value].sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Keeps a new template, or the new fields and name of one that is there. */
  async save(id: string | null, name: string, fields: TemplateField[]): Promise<Result<{ id: string }>> {
    const templates = this.#document.value;
    if (id !== null && !templates.some((one) => one.id === id)) return refuse('not-found', words.gone);
    const taken = this.#taken(id, name);
    if (taken) return taken;
    if (id === null && templates.length >= MOST_TEMPLATES) {
      return refuse('conflict', words.atMost(MOST_TEMPLATES));
    }
    const template = { id: id ?? this.newId(), name, fields };
    await this.#document.save([...templates.filter((one) => one.id !== id), template]);
    return ok({ id: template.id });
  }

  /** Those that are not here, neither by their id nor by their name. */
  missing(templates: readonly CheckoutTemplate[]): CheckoutTemplate[] {
    return templates.filter(
      ({ id, name }) => !this.#document.value.some((one) => one.id === id || sameTemplateName(one.name, name)),
    );
  }

  /** Takes in what a backup holds and is not here. Rejects with a `StorageError`. */
  async restore(templates: readonly CheckoutTemplate[]): Promise<void> {
    const missing = this.missing(templates);
    if (missing.length > 0) await this.#document.save([...this.#document.value, ...missing].slice(0, MOST_TEMPLATES));
  }

  async rename(id: string, name: string): Promise<Result<void>> {
    const template = this.#document.value.find((one) => one.id === id);
    if (!template) return refuse('not-found', words.gone);
    const saved = await this.save(id, name, template.fields);
    return saved.ok ? ok(undefined) : saved;
  }

  async delete(id: string): Promise<Result<void>> {
    await this.#document.save(this.#document.value.filter((one) => one.id !== id));
    return ok(undefined);
  }

  #taken(id: string | null, name: string) {
    if (!this.#document.value.some((one) => one.id !== id && sameTemplateName(one.name, name))) return null;
    return refuse('invalid', words.nameTaken, { name: words.nameTaken });
  }
}
