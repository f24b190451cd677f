// Copies and customises the addresses of many payment links, and creates sheets of QR codes.
import { setImmediate } from 'node:timers/promises';
import { type CheckoutField, checkoutFieldErrors, filledFrom, withCheckoutFields } from '../../shared/checkout-url.ts';
import type { Output, ParsedInput } from '../../shared/contract.ts';
import { ok, type Result } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkQuery } from '../catalog/link-query.ts';
import type { LinkRecord } from '../catalog/records.ts';
import { saveFile } from '../csv/save-file.ts';
import { linksAsCsv } from '../links/link-export.ts';
import { isLeaving, linkView } from '../links/links.ts';
import { selected } from '../links/many-links.ts';
import type { AskWhereToSave, Clipboard } from '../platform.ts';
import type { StoreContext } from '../store-context.ts';
import { titleOfProduct } from '../sync/change-title.ts';
import { fitsQrCode, qrModules, qrPath } from './qr-code.ts';

/** A code on a sheet is 40 mm wide. If it has more modules, each is narrower than 0.32 mm, and phones fail to read it. */
const MAX_MODULES = 125;
/** This many codes are computed before yielding to the event loop. */
const CODES_AT_A_TIME = 2;

/** Links that the seller has selected in a list. */
type Selected = LinkQuery & { readonly ids: readonly string[] };

type WithAddress = LinkRecord & { readonly paymentLink: string };

/** Counts the links of a selection that need a word. `warned`: links with which buyers cannot pay any more, or not for long. */
const noCounts = () => ({
  withoutAddress: 0,
  clashing: 0,
  warning: { leaving: 0, soldOnce: 0, warned: [] as string[] },
});
type Counts = ReturnType<typeof noCounts>;

/** The links that have an address, with these fields added to it. Skips links that already have one of the fields. */
async function* customised(
  store: StoreContext,
  { ids, ...query }: Selected,
  typed: readonly CheckoutField[],
  counts: Counts,
): AsyncGenerator<WithAddress[]> {
  // A table is read twice, so the counts start again.
  Object.assign(counts, noCounts());
  for await (const links of selected(store, query, ids)) {
    yield links.flatMap((link) => {
      const { id, paymentLink, useOnce } = link;
      const fields = filledFrom(typed, link.metadata);
      if (paymentLink === null) counts.withoutAddress += 1;
      else if (checkoutFieldErrors(paymentLink, fields).some((error) => error !== null)) counts.clashing += 1;
      else {
        const isSoldOnce = useOnce && store.catalog.links.sold(id) !== null;
        if (isLeaving(store, id)) counts.warning.leaving += 1;
        else if (isSoldOnce) counts.warning.soldOnce += 1;
        if (isLeaving(store, id) || isSoldOnce) counts.warning.warned.push(id);
        return { ...link, paymentLink: withCheckoutFields(paymentLink, fields) };
      }
      return [];
    });
  }
}

async function addressesOf(store: StoreContext, links: Selected, fields: readonly CheckoutField[], counts: Counts) {
  const urls: string[] = [];
  for await (const some of customised(store, links, fields, counts))
    for (const { paymentLink } of some) urls.push(paymentLink);
  return urls;
}

/** Copies one address per line. With links to warn of, copies nothing unless the seller has confirmed (`evenWarned`). */
export async function copyAddresses(
  store: StoreContext,
  { evenWarned, ...links }: ParsedInput<'links.copyCheckoutLinks'>,
  clipboard: Clipboard,
): Promise<Result<Output<'links.copyCheckoutLinks'>>> {
  const counts = noCounts();
  const urls = await addressesOf(store, links, [], counts);
  const { withoutAddress, warning } = counts;
  const copied = warning.warned.length === 0 || evenWarned ? urls : [];
  if (copied.length > 0) await clipboard.copy(copied.join('\n'));
  return ok({ copied: copied.length, withoutAddress, ...warning });
}

export async function beforeCustomise(store: StoreContext, links: Selected): Promise<Output<'links.beforeCustomise'>> {
  let first: LinkRecord | undefined;
  let withAddress = 0;
  const counts = noCounts();
  for await (const ready of customised(store, links, [], counts)) {
    first ??= ready[0];
    withAddress += ready.length;
  }
  const { withoutAddress, warning } = counts;
  return { withAddress, withoutAddress, ...warning, first: first ? linkView(store, first) : null };
}

/** Writes a file: the same table as the export, with customised addresses. */
export async function customiseLinks(
  store: StoreContext,
  { fields, as, ...links }: ParsedInput<'links.customise'>,
  clipboard: Clipboard,
  askWhereToSave: AskWhereToSave,
): Promise<Result<Output<'links.customise'>>> {
  const counts = noCounts();
  const done = (count: number, file: string | null) => {
    const { withoutAddress, clashing } = counts;
    return ok({ done: count, file, withoutAddress, clashing });
  };
  if (as === 'copy') {
    const urls = await addressesOf(store, links, fields, counts);
    if (urls.length > 0) await clipboard.copy(urls.join('\n'));
    return done(urls.length, null);
  }
  let saved = 0;
  const parts = linksAsCsv(store, async function* () {
    saved = 0;
    for await (const some of customised(store, links, fields, counts)) {
      saved += some.length;
      yield some;
    }
  });
  const day = new Date(store.deps.now()).toISOString().slice(0, 10);
  const name = `customised-links-${day}.csv`;
  const answer = await saveFile({ title: texts.linkWork.customised, name, parts }, askWhereToSave);
  if (!answer.ok || answer.value === null) return answer.ok ? ok(null) : answer;
  return done(saved, answer.value);
}

export async function qrSheet(store: StoreContext, links: Selected): Promise<Output<'qr.sheet'>> {
  const codes: Output<'qr.sheet'>['codes'] = [];
  let tooLong = 0;
  const counts = noCounts();
  for await (const some of customised(store, links, [], counts)) {
    for (const { id, productId, prices, metadata, paymentLink } of some) {
      const modules = fitsQrCode(paymentLink) ? qrModules(paymentLink) : null;
      if (modules && modules.length <= MAX_MODULES) {
        const facts = { id, productTitle: titleOfProduct(store, productId), prices: [...prices], metadata };
        codes.push({ ...facts, size: modules.length, path: qrPath(modules) });
      } else tooLong += 1;
      if (codes.length % CODES_AT_A_TIME === 0) await setImmediate();
    }
  }
  return { codes, tooLong, withoutAddress: counts.withoutAddress, ...counts.warning };
}
