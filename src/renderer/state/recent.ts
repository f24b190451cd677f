// Recently viewed products and payment links of each store, while the window is open.
import { useEffect } from 'react';
import type { Route } from './route.ts';

export interface Visit {
  readonly kind: 'product' | 'link';
  readonly id: string;
}

const KEPT = 8;
const visits = new Map<string, readonly Visit[]>();

/** Newest first. */
export const recentVisits = (storeId: string): readonly Visit[] => visits.get(storeId) ?? [];

export function noteVisit(storeId: string, visit: Visit): void {
  const others = recentVisits(storeId).filter(({ id }) => id !== visit.id);
  visits.set(storeId, [visit, ...others].slice(0, KEPT));
}

/** Adds the record that a route shows. */
export function useVisits(storeId: string, route: Route): void {
  const kind = route.screen === 'product' ? 'product' : route.screen === 'links' ? 'link' : null;
  const id = 'id' in route ? route.id : null;
  useEffect(() => {
    if (kind && id) noteVisit(storeId, { kind, id });
  }, [storeId, kind, id]);
}
