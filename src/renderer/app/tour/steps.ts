// What each step of the tour says, and where its control is.
import type { StoreView } from '../../../shared/session.ts';
import type { Tour, TourStep } from '../../../shared/tour.ts';

export interface StepWords {
  readonly title: string;
  /** What to do. */
  readonly todo: string;
  /** The screen for it; null where its control is on every screen. */
  readonly to: string | null;
  /** Its control, by its `data-tour`; the first of them that is there. */
  readonly controls: readonly string[];
}

const STEPS: Readonly<Record<Exclude<TourStep, 'offline'>, StepWords>> = {
  product: {
    title: 'Create a product',
    todo: 'Press "New product", write its texts, and save. It is a draft until its first payment link publishes it.',
    to: '#/products',
    controls: ['new-product'],
  },
  link: {
    title: 'Make a payment link',
    todo: 'Press "New payment link", choose your product, and enter a price. Most sellers make one for each order.',
    to: '#/links',
    controls: ['new-link'],
  },
  share: {
    title: 'Share its checkout link',
    todo: 'Press "Copy checkout link" in the row of your link. Open it in a browser and buy: nothing is really paid.',
    to: '#/links',
    controls: ['copy-link'],
  },
  webhook: {
    title: 'Hear of sales by webhook',
    todo: 'Press "Start inbox", "Use this address", "Save webhook" and "Send test event". It shows under "Deliveries".',
    to: '#/webhook',
    controls: ['start-inbox', 'use-address'],
  },
};

/** The words of a step, as the store stands now. */
export function wordsOf(step: TourStep, { sawWaiting }: Tour, { workOffline }: StoreView): StepWords {
  if (step !== 'offline') return STEPS[step];
  const title = 'Work offline';
  const onSwitch = { title, to: null, controls: ['work-offline'] };
  if (sawWaiting) {
    const todo = workOffline
      ? 'Your change waits here, also over a restart; Sync shows it. Switch "Work offline" off, and it is sent.'
      : 'Your change is being sent now. Sync shows how it goes.';
    return { ...onSwitch, todo };
  }
  if (!workOffline) return { ...onSwitch, todo: 'Switch "Work offline" on, at the foot of the side bar.' };
  return {
    title,
    todo: 'Now make another payment link, as if the network was gone. It is kept and waits to be sent.',
    to: '#/links',
    controls: ['new-link'],
  };
}
