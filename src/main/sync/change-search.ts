// Finds waiting changes by their titles, prices and metadata.
import { localeInUse } from '../../shared/texts/catalog.ts';
import { containsAll, linkText, type SearchText, searchText, termsOf } from '../catalog/search.ts';
import type { StoreContext } from '../store-context.ts';
import { actionTitle } from './action-title.ts';
import type { Action } from './outbox/action.ts';
import { productIdOf, titleFacts, titleOfProduct } from './views.ts';

/** Texts of changes, and what they were built from besides the change: 10,000 of them are searched again with each key. */
const known = new WeakMap<Action, { readonly from: readonly unknown[]; readonly text: SearchText }>();

/** The changes with every word of the search, in the same order; all for an empty search. */
export function matchingChanges(store: StoreContext, actions: readonly Action[], search = ''): readonly Action[] {
  const terms = termsOf(search);
  if (terms.length === 0) return actions;
  const { currencies } = store.deps.settings();
  const locale = localeInUse();
  const titles = new Map<string | null, string>([[null, '']]);
  return actions.filter((action) => {
    const productId = productIdOf(action);
    const title = titles.get(productId) ?? titleOfProduct(store, productId ?? '');
    titles.set(productId, title);
    const text = knownText(store, action, [title, currencies, locale]);
    return containsAll(text, terms);
  });
}

function knownText(store: StoreContext, action: Action, from: readonly unknown[]): SearchText {
  const before = known.get(action);
  if (before?.from.every((one, at) => one === from[at])) return before.text;
  const text = textOf(store, action);
  known.set(action, { from, text });
  return text;
}

/** The title as its row shows it, and what it cuts or writes differently. */
function textOf(store: StoreContext, action: Action): SearchText {
  const facts = titleFacts(store, action);
  const title = searchText([actionTitle(...facts)], '');
  const { payload } = action;
  const link = payload.kind === 'link.create' ? payload.draft : facts[2];
  const prices = payload.kind === 'product.update' ? payload.prices : [];
  const { words, address } = linkText({ metadata: [], prices, paymentLink: null, ...link }, '');
  return { words: title.words + words, address };
}
