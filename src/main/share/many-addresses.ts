// Copies and customises the addresses of many payment links, and creates sheets of QR codes.
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type CheckoutField, checkoutFieldErrors, filledFrom, withCheckoutFields } from '../../shared/checkout-url.ts';
import type { Output, ParsedInput } from '../../shared/contract.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkQuery } from '../catalog/link-query.ts';
import type { LinkRecord } from '../catalog/records.ts';
import { linksAsCsv } from '../links/link-export.ts';
import { isLeaving, linkView } from '../links/links.ts';
import { selected } from '../links/many-links.ts';
import type { AskWhereToSave, Clipboard } from '../platform.ts';
import { StorageError, writeForSeller } from '../storage/durable-file.ts';
import type { StoreContext } from '../store-context.ts';
import { titleOfProduct } from '../sync/views.ts';
import { fitsQrCode, qrModules, qrPath } from './qr-code.ts';

const t = texts.linkWork;

/** A code on a sheet is 40 mm wide. With more modules, one is under 0.32 mm, and phones fail to read it. */
const MAX_MODULES = 125;
/** Codes computed before yielding to the event loop. */
const CODES_AT_A_TIME = 2;

/** A selection in a list. */
type Selected = LinkQuery & { readonly ids: readonly string[] };

type WithAddress = LinkRecord & { readonly paymentLink: string };

const hasAddress = (link: LinkRecord): link is WithAddress => link.paymentLink !== null;

/** Counts links that buyers can no longer pay with, or not for long. */
class Warned {
  readonly #counts = { leaving: 0, soldOnce: 0 };
  readonly #warned: string[] = [];

  constructor(private readonly store: StoreContext) {}

  count({ id, useOnce }: LinkRecord): void {
    if (isLeaving(this.store, id)) this.#counts.leaving += 1;
    else if (useOnce && this.store.catalog.links.sold(id) !== null) this.#counts.soldOnce += 1;
    else return;
    this.#warned.push(id);
  }

  get found() {
    return { ...this.#counts, warned: this.#warned };
  }
}

/** Copies one address per line. With links to warn of, copies nothing unless the seller has confirmed (`evenWarned`). */
export async function copyAddresses(
  store: StoreContext,
  { evenWarned, ...links }: ParsedInput<'links.copyCheckoutLinks'>,
  clipboard: Clipboard,
): Promise<Result<Output<'links.copyCheckoutLinks'>>> {
  const { urls, withoutAddress, found } = await customised(store, links, []);
  const copied = found.warned.length === 0 || evenWarned ? urls : [];
  if (copied.length > 0) await clipboard.copy(copied.join('\n'));
  return ok({ copied: copied.length, withoutAddress, ...found });
}

export async function beforeCustomise(
  store: StoreContext,
  { ids, ...query }: Selected,
): Promise<Output<'links.beforeCustomise'>> {
  let first: LinkRecord | null = null;
  let [withAddress, withoutAddress] = [0, 0];
  const warned = new Warned(store);
  for await (const some of selected(store, query, ids)) {
    const ready = some.filter(hasAddress);
    first ??= ready[0] ?? null;
    withAddress += ready.length;
    withoutAddress += some.length - ready.length;
    for (const link of ready) warned.count(link);
  }
  return { withAddress, withoutAddress, ...warned.found, first: first && linkView(store, first) };
}

/** Adds fields to addresses. A link whose address already has one of the fields is skipped. */
async function customised(store: StoreContext, { ids, ...query }: Selected, fields: readonly CheckoutField[]) {
  const urls: string[] = [];
  let [withoutAddress, clashing] = [0, 0];
  const warned = new Warned(store);
  for await (const some of selected(store, query, ids)) {
    for (const link of some) {
      const made = hasAddress(link) ? customisedLink(link, fields) : null;
      if (made) {
        urls.push(made.paymentLink);
        warned.count(link);
      } else if (hasAddress(link)) clashing += 1;
      else withoutAddress += 1;
    }
  }
  return { urls, withoutAddress, clashing, found: warned.found };
}

function customisedLink(link: WithAddress, typed: readonly CheckoutField[]): WithAddress | null {
  const fields = filledFrom(typed, link.metadata);
  if (checkoutFieldErrors(link.paymentLink, fields).some((error) => error !== null)) return null;
  return { ...link, paymentLink: withCheckoutFields(link.paymentLink, fields) };
}

export async function customiseLinks(
  store: StoreContext,
  { fields, as, ...links }: ParsedInput<'links.customise'>,
  clipboard: Clipboard,
  askWhereToSave: AskWhereToSave,
): Promise<Result<Output<'links.customise'>>> {
  if (as === 'csv') return saveCustomised(store, links, fields, askWhereToSave);
  const { urls, withoutAddress, clashing } = await customised(store, links, fields);
  if (urls.length > 0) await clipboard.copy(urls.join('\n'));
  return ok({ done: urls.length, file: null, withoutAddress, clashing });
}

/** The same table as the export, with customised addresses. */
async function saveCustomised(
  store: StoreContext,
  { ids, ...query }: Selected,
  fields: readonly CheckoutField[],
  askWhereToSave: AskWhereToSave,
): Promise<Result<Output<'links.customise'>>> {
  const day = new Date(store.deps.now()).toISOString().slice(0, 10);
  const path = await askWhereToSave({
    title: t.customised,
    name: `customised-links-${day}.csv`,
    kind: { name: texts.common.csvFile, extension: 'csv' },
  });
  if (path === null) return ok(null);
  const { urls, withoutAddress, clashing } = await customised(store, { ids, ...query }, fields);
  const links = async function* () {
    for await (const batch of selected(store, query, ids)) {
      yield batch.filter(hasAddress).flatMap((link) => customisedLink(link, fields) ?? []);
    }
  };
  try {
    await writeForSeller(path, linksAsCsv(store, links), texts.common.fileNotWritten);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return refuse('storage', texts.common.choosePlace({ reason: error.message }));
  }
  return ok({ done: urls.length, file: basename(path), withoutAddress, clashing });
}

export async function qrSheet(store: StoreContext, { ids, ...query }: Selected): Promise<Output<'qr.sheet'>> {
  const codes: Output<'qr.sheet'>['codes'] = [];
  let [withoutAddress, tooLong] = [0, 0];
  const warned = new Warned(store);
  for await (const some of selected(store, query, ids)) {
    for (const link of some) {
      const { id, productId, prices, metadata, paymentLink } = link;
      const modules = paymentLink !== null && fitsQrCode(paymentLink) ? qrModules(paymentLink) : null;
      if (modules && modules.length <= MAX_MODULES) {
        const facts = { id, productTitle: titleOfProduct(store, productId), prices: [...prices], metadata };
        codes.push({ ...facts, size: modules.length, path: qrPath(modules) });
        warned.count(link);
      } else if (paymentLink === null) withoutAddress += 1;
      else tooLong += 1;
      if (codes.length % CODES_AT_A_TIME === 0) await setImmediate();
    }
  }
  return { codes, withoutAddress, tooLong, ...warned.found };
}
