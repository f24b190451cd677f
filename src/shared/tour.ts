// The tour of the practice store: six steps, completed by events.
import { z } from 'zod';

export const TOUR_STEPS = ['product', 'link', 'share', 'offline', 'webhook', 'sale'] as const;
const tourStepSchema = z.enum(TOUR_STEPS);
export type TourStep = z.infer<typeof tourStepSchema>;

export const tourSchema = z.object({
  state: z.enum(['offered', 'on', 'left']),
  done: z.array(tourStepSchema),
  /** For the step "offline": a change was seen waiting while the seller worked offline. */
  sawWaiting: z.boolean(),
});
export type Tour = z.infer<typeof tourSchema>;

export const NEW_TOUR: Tour = { state: 'offered', done: [], sawWaiting: false };

/** A step was done; or changes wait because the seller works offline; or a change was sent, or deleted before that. */
export type TourEvent = { readonly did: TourStep } | 'waits-offline' | 'sent' | 'withdrawn';

/** Returns the same tour if the event changes nothing. */
export function afterTourEvent(tour: Tour, event: TourEvent): Tour {
  if (tour.state !== 'on') return tour;
  if (event === 'waits-offline') return tour.sawWaiting ? tour : { ...tour, sawWaiting: true };
  // Other waiting changes set it again at once.
  if (event === 'withdrawn') return tour.sawWaiting ? { ...tour, sawWaiting: false } : tour;
  if (event === 'sent') return tour.sawWaiting ? afterTourEvent(tour, { did: 'offline' }) : tour;
  return tour.done.includes(event.did) ? tour : { ...tour, done: [...tour.done, event.did] };
}

/** Null when all steps are done. */
export const currentTourStep = ({ done }: Tour): TourStep | null =>
  TOUR_STEPS.find((step) => !done.includes(step)) ?? null;
