// The tour of the practice store: six steps, completed by events.
import { z } from 'zod';

export const TOUR_STEPS = ['product', 'link', 'share', 'offline', 'webhook', 'sale'] as const;
const tourStepSchema = z.enum(TOUR_STEPS);
export type TourStep = z.infer<typeof tourStepSchema>;

export const tourSchema = z.object({
  state: z.enum(['offered', 'on', 'left']),
  done: z.array(tourStepSchema),
});
export type Tour = z.infer<typeof tourSchema>;

/** Null when all steps are done. */
export const currentTourStep = ({ done }: Tour): TourStep | null =>
  TOUR_STEPS.find((step) => !done.includes(step)) ?? null;
