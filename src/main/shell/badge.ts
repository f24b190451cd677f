// The number on the app's icon (macOS dock, Linux launchers that have it): the changes of all stores that wait or need the seller.
import { app } from 'electron';
import type { EventPayload } from '../../shared/contract.ts';
import type { Tell } from '../desk/told.ts';

export const badgeCount = (stores: EventPayload<'frame.changed'>['stores']): number =>
  stores.reduce((sum, { waiting, attention }) => sum + waiting + attention, 0);

/** The same events, and the number kept up to date. */
export function badging(tell: Tell): Tell {
  let shown = 0;
  return (event, payload) => {
    tell(event, payload);
    if (event !== 'frame.changed') return;
    const count = badgeCount((payload as EventPayload<'frame.changed'>).stores);
    if (count !== shown) app.setBadgeCount(count);
    shown = count;
  };
}
