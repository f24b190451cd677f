// The text of each step of the tour, and its control.
import type { StoreView } from '../../../shared/session.ts';
import { texts } from '../../../shared/texts/window.ts';
import type { Tour, TourStep } from '../../../shared/tour.ts';

const t = texts.tour.steps;

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
    ...t.product,
    to: '#/products',
    controls: ['new-product'],
  },
  link: {
    ...t.link,
    to: '#/links',
    controls: ['new-link'],
  },
  share: {
    ...t.share,
    to: '#/links',
    controls: ['copy-link', 'link-menu'],
  },
  webhook: {
    ...t.webhook,
    to: '#/webhook',
    controls: ['webhook-next'],
  },
};

/** A step in the current state of the store. */
export function stepOf(step: TourStep, { sawWaiting }: Tour, { workOffline }: StoreView): Step {
  const onSwitch = { to: null, controls: ['work-offline'] };
  if (step === 'webhook' && workOffline) return { ...onSwitch, ...t.webhook, todo: t.webhook.switchOff };
  if (step !== 'offline') return STEPS[step];
  const { title } = t.offline;
  if (sawWaiting) {
    return workOffline
      ? { title, ...onSwitch, todo: t.offline.waits }
      : { title, to: null, controls: ['sync'], todo: t.offline.isSent };
  }
  if (!workOffline) return { title, ...onSwitch, todo: t.offline.switchOn };
  return {
    title,
    todo: t.offline.makeLink,
    to: '#/links',
    controls: ['new-link'],
  };
}
