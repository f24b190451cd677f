// Templates for customised checkout links.
import { type CheckoutTemplate, isSameName } from '../../shared/checkout-template.ts';
import type { ParsedInput } from '../../shared/contract.ts';
import { ok, type Result, refuse, refuseField } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { StoreContext } from '../store-context.ts';

const t = texts.share.templates;
const MAX_TEMPLATES = 200;

export const templatesOf = ({ catalog }: StoreContext): CheckoutTemplate[] =>
  catalog.templates.list().sort((a, b) => a.name.localeCompare(b.name));

/** `id`: null for a new template. */
export function saveTemplate({ catalog, deps }: StoreContext, { id, ...values }: ParsedInput<'templates.save'>) {
  const templates = catalog.templates.list();
  const others = templates.filter((one) => one.id !== id);
  if (id !== null && others.length === templates.length) return refuse('not-found', t.gone);
  if (others.some((one) => isSameName(one.name, values.name))) return refuseField('name', t.nameTaken);
  if (others.length >= MAX_TEMPLATES) return refuse('conflict', t.atMost({ most: MAX_TEMPLATES }));
  const template = { id: id ?? deps.stamper.id(), ...values };
  catalog.templates.change(template.id, template);
  deps.onChange();
  return ok({ id: template.id });
}

export function deleteTemplate({ catalog, deps }: StoreContext, id: string): Result<void> {
  catalog.templates.change(id, null);
  deps.onChange();
  return ok(undefined);
}
