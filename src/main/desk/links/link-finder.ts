// Finding payment links: by words, by product, and by how they stand with their changes. What was found is kept until
// something changes, so that the pages of one list are cut from one answer.
import { setImmediate } from 'node:timers/promises';
import { linkUuid } from '../../../shared/checkout-url.ts';
import type { ParsedInput } from '../../../shared/contract.ts';
import { kindOf, needsSeller } from '../../outbox/action.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { Catalogue } from '../catalogue.ts';
import type { LinkRecord } from '../records.ts';
import type { Sales } from '../sales/sales.ts';
import { termsOf } from '../search.ts';

/** Which links a list shows. */
export type LinkQuery = Pick<ParsedInput<'links.list'>, 'search' | 'productId' | 'sync' | 'useOnce' | 'sold'>;

/** How many links there are behind each filter, search aside. */
export interface LinkCounts {
  all: number;
  waiting: number;
  attention: number;
  useOnce: number;
  sold: number;
}

/** How links stand with changes in the outbox; links without one are not in it. */
interface Standing {
  /** Something about it is not on the service yet and goes by itself. */
  readonly waits: ReadonlySet<string>;
  /** Something about it needs the seller. */
  readonly needs: ReadonlySet<string>;
}

/** How many records' search texts are made before others get their turn. */
const PREPARED_AT_A_TIME = 1_000;

export class LinkFinder {
  readonly #catalogue: Catalogue;
  readonly #outbox: Outbox;
  readonly #sales: Sales;
  #versions = '';
  #standing: Standing | null = null;
  #found: { readonly key: string; readonly links: readonly LinkRecord[] } | null = null;
  #counts: { readonly productId: string | null; readonly counts: LinkCounts } | null = null;

  constructor(catalogue: Catalogue, outbox: Outbox, sales: Sales) {
    this.#catalogue = catalogue;
    this.#outbox = outbox;
    this.#sales = sales;
  }

  /** All links that match, whole lines first, then newest first. To be used at once: it may change as links do. */
  find({ search, productId, sync, useOnce, sold }: LinkQuery): readonly LinkRecord[] {
    this.#forgetOutdated();
    const key = JSON.stringify([search, productId, sync, useOnce, sold]);
    if (this.#found?.key === key) return this.#found.links;
    // A pasted checkout URL finds its link by uuid, whatever other parameters it carries.
    const terms = termsOf(linkUuid(search.trim()) ?? search);
    const { waits, needs } = this.#changes();
    const among = sync === 'attention' ? needs : waits;
    const isWhole = terms.length === 0 && productId === null && useOnce === null && !sold && sync === 'all';
    // The whole list is asked for with each change while thousands are sent: a copy each time would be much to tidy up.
    const links = isWhole
      ? this.#catalogue.links.standing()
      : this.#catalogue.links.search(
          terms,
          (link) =>
            (productId === null || link.productId === productId) &&
            (useOnce === null || link.useOnce === useOnce) &&
            (!sold || this.#sales.of(link.id) !== null) &&
            (sync === 'all' || among.has(link.id)),
        );
    this.#found = { key, links };
    return links;
  }

  /** Of one product, or of all. */
  counts(productId: string | null): LinkCounts {
    this.#forgetOutdated();
    if (this.#counts?.productId === productId) return this.#counts.counts;
    const { waits, needs } = this.#changes();
    const counts: LinkCounts = { all: 0, waiting: 0, attention: 0, useOnce: 0, sold: 0 };
    for (const link of this.#catalogue.links.standing()) {
      if (productId !== null && link.productId !== productId) continue;
      counts.all += 1;
      if (link.useOnce) counts.useOnce += 1;
      if (this.#sales.of(link.id)) counts.sold += 1;
      if (waits.has(link.id)) counts.waiting += 1;
      if (needs.has(link.id)) counts.attention += 1;
    }
    this.#counts = { productId, counts };
    return counts;
  }

  /** Makes the texts that search looks in, a few records at a time, so that the first keystroke finds them there. */
  async prepare(stopped: () => boolean): Promise<void> {
    let from = 0;
    do {
      await setImmediate();
      from += PREPARED_AT_A_TIME;
    } while (!stopped() && this.#catalogue.links.prepareTexts(from - PREPARED_AT_A_TIME, from));
  }

  #changes(): Standing {
    if (this.#standing) return this.#standing;
    const waits = new Set<string>();
    const needs = new Set<string>();
    for (const action of this.#outbox.unsettled()) {
      if (kindOf(action).startsWith('link.')) (needsSeller(action) ? needs : waits).add(action.subject);
    }
    this.#standing = { waits, needs };
    return this.#standing;
  }

  #forgetOutdated(): void {
    const versions = `${this.#catalogue.links.version}/${this.#outbox.version}/${this.#sales.version}`;
    if (versions === this.#versions) return;
    this.#versions = versions;
    this.#standing = null;
    this.#found = null;
    this.#counts = null;
  }
}
