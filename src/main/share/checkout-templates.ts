// The seller's templates for customised checkout links, in one document for all stores.
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

const t = texts.share.templates;
const MAX_TEMPLATES = 200;

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
      what: t.document,
      parse: (value) => z.array(checkoutTemplateSchema).safeParse(value).data ?? null,
      initial: [],
      onSetAside,
    });
  }

  /** Sorted by name. */
  list(): CheckoutTemplate[] {
    return [...this.#document.value].sort((a, b) => a.name.localeCompare(b.name));
  }

  /** `id`: null for a new template. */
  async save(id: string | null, name: string, fields: TemplateField[]): Promise<Result<{ id: string }>> {
    const templates = this.#document.value;
    const others = templates.filter((one) => one.id !== id);
    if (id !== null && others.length === templates.length) return refuse('not-found', t.gone);
    if (others.some((one) => sameTemplateName(one.name, name)))
      return refuse('invalid', t.nameTaken, { name: t.nameTaken });
    if (others.length >= MAX_TEMPLATES) return refuse('conflict', t.atMost({ most: MAX_TEMPLATES }));
    const template = { id: id ?? this.newId(), name, fields };
    await this.#document.save([...others, template]);
    return ok({ id: template.id });
  }

  /** Replaces all. Rejects with `StorageError`. */
  replaceAll(templates: readonly CheckoutTemplate[]): Promise<void> {
    return this.#document.save(templates);
  }

  /** Adds those templates of a backup of which neither the id nor the name exists here. Rejects with `StorageError`. */
  async restore(templates: readonly CheckoutTemplate[]): Promise<void> {
    const existing = this.#document.value;
    const missing = templates.filter(
      ({ id, name }) => !existing.some((one) => one.id === id || sameTemplateName(one.name, name)),
    );
    if (missing.length > 0) await this.#document.save([...existing, ...missing].slice(0, MAX_TEMPLATES));
  }

  async delete(id: string): Promise<Result<void>> {
    await this.#document.save(this.#document.value.filter((one) => one.id !== id));
    return ok(undefined);
  }
}
