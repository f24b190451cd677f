// The search of the palette: products and payment links by the main process, commands by their keywords. Results replace
// each other as a whole: an older search never replaces a newer one, and rows do not move while one loads.
import { useEffect, useState } from 'react';
import type { LinkView } from '../../../shared/payment-link.ts';
import type { ProductView } from '../../../shared/product.ts';
import { call, type Problem } from '../../bridge.ts';
import { recentVisits } from '../../state/recent.ts';

const PRODUCTS = 5;
const LINKS = 8;
const RECENT = 5;
/** After this many ms without an answer the commands are shown alone. */
const PATIENCE_MS = 150;

export interface Hits {
  readonly products: readonly ProductView[];
  readonly links: readonly LinkView[];
  /** The total. */
  readonly productsInAll: number;
  readonly linksInAll: number;
  readonly problem: Problem | null;
}

export interface Found {
  /** The search of these results. */
  readonly search: string;
  /** Null while loading. */
  readonly hits: Hits | null;
}

const NONE: Hits = { products: [], links: [], productsInAll: 0, linksInAll: 0, problem: null };

/** `storeId` null: there is no store to search. Returns null before the first answer. */
export function useFound(search: string, storeId: string | null): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (storeId === null) return setFound({ search, hits: NONE });
    let outdated = false;
    const timer = setTimeout(() => setFound({ search, hits: null }), PATIENCE_MS);
    void (search === '' ? recent(storeId) : lookFor(search)).then((hits) => {
      clearTimeout(timer);
      if (!outdated) setFound({ search, hits });
    });
    return () => {
      outdated = true;
      clearTimeout(timer);
    };
  }, [search, storeId]);
  return found;
}

const linkQuery = { productId: null, sync: 'all', useOnce: null } as const;

async function lookFor(search: string): Promise<Hits> {
  const [products, links] = await Promise.all([
    call('products.list', { offset: 0, limit: PRODUCTS, search, state: null }),
    call('links.list', { ...linkQuery, offset: 0, limit: LINKS, search }),
  ]);
  if (!products.ok) return { ...NONE, problem: products.problem };
  if (!links.ok) return { ...NONE, problem: links.problem };
  const { rows } = links.value;
  // Few are counted already.
  const count = rows.length < LINKS ? null : await call('links.count', { ...linkQuery, search });
  if (count?.ok === false) return { ...NONE, problem: count.problem };
  return {
    products: products.value.rows,
    links: rows,
    productsInAll: products.value.total,
    linksInAll: count?.value.total ?? rows.length,
    problem: null,
  };
}

/** Recently viewed records, then the newest ones. */
async function recent(storeId: string): Promise<Hits> {
  const newest = await lookFor('');
  if (newest.problem) return newest;
  const visits = recentVisits(storeId);
  const products = await Promise.all(
    visits.filter(({ kind }) => kind === 'product').map(({ id }) => call('products.get', { id })),
  );
  const links = await Promise.all(
    visits.filter(({ kind }) => kind === 'link').map(({ id }) => call('links.get', { id })),
  );
  const first = <T extends { readonly id: string }>(
    visited: readonly (T | null)[],
    rest: readonly T[],
    count: number,
  ) => {
    const there = visited.filter((each) => each !== null);
    return [...there, ...rest.filter(({ id }) => there.every((each) => each.id !== id))].slice(0, count);
  };
  return {
    ...newest,
    products: first(
      products.map((each) => (each.ok ? each.value : null)),
      newest.products,
      RECENT - 2,
    ),
    links: first(
      links.map((each) => (each.ok ? each.value : null)),
      newest.links,
      RECENT,
    ),
  };
}
