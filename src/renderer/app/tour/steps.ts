// The text of each step of the tour, and its control.
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
    controls: ['copy-link', 'link-menu'],
  },
  webhook: {
    ...words.webhook,
    to: '#/webhook',
    controls: ['webhook-next'],
  },
};

/** A step in the current state of the store. */
export function stepOf(step: TourStep, { sawWaiting }: Tour, { workOffline }: StoreView): Step {
  const onSwitch = { to: null, controls: ['work-offline'] };
  if (step === 'webhook' && workOffline) return { ...onSwitch, ...words.webhook, todo: words.webhook.switchOff };
  if (step !== 'offline') return STEPS[step];
  const { title } = words.offline;
  if (sawWaiting) {
    return workOffline
      ? { title, ...onSwitch, todo: words.offline.waits }
      : { title, to: null, controls: ['sync'], todo: words.offline.isSent };
  }
  if (!workOffline) return { title, ...onSwitch, todo: words.offline.switchOn };
  return {
    title,
    todo: words.offline.makeLink,
    to: '#/links',
    controls: ['new-link'],
  };
}
