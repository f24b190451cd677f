// Finds waiting changes by their titles, prices and metadata.
import { localeInUse } from '../../shared/texts/catalog.ts';
import { containsAll, linkText, type SearchText, searchText, termsOf } from '../catalog/search.ts';
import type { StoreContext } from '../store-context.ts';
import { changeTitle } from './change-title.ts';
import type { Change } from './outbox/change.ts';
import { productIdOf, titleFacts, titleOfProduct } from './views.ts';

/** Texts of changes, and what they were built from besides the change: 10,000 of them are searched again with each key. */
const known = new WeakMap<Change, { readonly from: readonly unknown[]; readonly text: SearchText }>();

/** The changes with every word of the search, in the same order; all for an empty search. */
export function matchingChanges(store: StoreContext, changes: readonly Change[], search = ''): readonly Change[] {
  const terms = termsOf(search);
  if (terms.length === 0) return changes;
  const { currencies } = store.deps.settings();
  const locale = localeInUse();
  const titles = new Map<string | null, string>([[null, '']]);
  return changes.filter((change) => {
    const productId = productIdOf(change);
    const title = titles.get(productId) ?? titleOfProduct(store, productId ?? '');
    titles.set(productId, title);
    const text = knownText(store, change, [title, currencies, locale]);
    return containsAll(text, terms);
  });
}

function knownText(store: StoreContext, change: Change, from: readonly unknown[]): SearchText {
  const before = known.get(change);
  if (before?.from.every((one, at) => one === from[at])) return before.text;
  const text = textOf(store, change);
  known.set(change, { from, text });
  return text;
}

/** The title as its row shows it, and what it cuts or writes differently. */
function textOf(store: StoreContext, change: Change): SearchText {
  const facts = titleFacts(store, change);
  const title = searchText([changeTitle(...facts)], '');
  const { payload } = change;
  const link = payload.kind === 'link.create' ? payload.draft : facts[2];
  const prices = payload.kind === 'product.update' ? payload.prices : [];
  const { words, address } = linkText({ metadata: [], prices, paymentLink: null, ...link }, '');
  return { words: title.words + words, address };
}
