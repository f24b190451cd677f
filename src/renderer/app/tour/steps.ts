// What each step of the tour says, and where its control is.
import type { StoreView } from '../../../shared/session.ts';
import { texts } from '../../../shared/texts/window.ts';
import type { Tour, TourStep } from '../../../shared/tour.ts';

const words = texts.tour.steps;

export interface Step {
  readonly title: string;
  /** What to do. */
  readonly todo: string;
  /** The screen for it; null where its control is on every screen. */
  readonly to: string | null;
  /** Its control, by its `data-tour`; the first of them that is there. */
  readonly controls: readonly string[];
}

const STEPS: Readonly<Record<Exclude<TourStep, 'offline'>, Step>> = {
  product: {
    ...words.product,
    to: '#/products',
    controls: ['new-product'],
  },
  link: {
    ...words.link,
    to: '#/links',
    controls: ['new-link'],
  },
  share: {
    ...words.share,
    to: '#/links',
    controls: ['copy-link'],
  },
  webhook: {
    ...words.webhook,
    to: '#/webhook',
    controls: ['start-inbox', 'use-address'],
  },
};

/** A step, as the store stands now. */
export function stepOf(step: TourStep, { sawWaiting }: Tour, { workOffline }: StoreView): Step {
  if (step !== 'offline') return STEPS[step];
  const { title } = words.offline;
  const onSwitch = { title, to: null, controls: ['work-offline'] };
  if (sawWaiting) {
    return { ...onSwitch, todo: workOffline ? words.offline.waits : words.offline.isSent };
  }
  if (!workOffline) return { ...onSwitch, todo: words.offline.switchOn };
  return {
    title,
    todo: words.offline.makeLink,
    to: '#/links',
    controls: ['new-link'],
  };
}
