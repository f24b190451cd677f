// The seller's progress on the tour of the practice store, derived from events and stored.
import { linkUuid } from '../../shared/checkout-url.ts';
import { type Tour, type TourStep, tourSchema } from '../../shared/contract/app.ts';
import type { Channel, Output, ParsedInput } from '../../shared/contract.ts';
import { texts } from '../../shared/texts/main.ts';
import { type Document, openDocument } from '../storage/document.ts';
import { orLog } from '../storage/durable-file.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import type { StoreContext } from '../store-context.ts';

export const openTour = (folder: string, onSetAside: OnSetAside, onChange: () => void) =>
  openDocument({
    ...{ folder, onSetAside, onChange },
    name: 'tour',
    what: texts.stores.kept.tour,
    schema: tourSchema,
    initial: { state: 'offered', done: [] },
  });

export function recordStep(tour: Document<Tour>, step: TourStep): void {
  const { state, done } = tour.value;
  if (state !== 'on' || done.includes(step)) return;
  orLog('The progress of the tour could not be kept', () => tour.save({ state, done: [...done, step] }));
}

/** The step of the tour that a successful call in the practice store completes. */
export function tourStepOf(store: StoreContext, channel: Channel, input: unknown, output: unknown): TourStep | null {
  switch (channel) {
    case 'products.create':
      return 'product';
    case 'links.create':
    case 'imports.create':
      return 'link';
    case 'links.copyCheckoutLink':
    case 'share.send':
      return 'share';
    case 'share.many':
      return (output as Output<'share.many'>)?.done ? 'share' : null;
    case 'browser.open':
      return linkUuid((input as ParsedInput<'browser.open'>).url) ? 'share' : null;
    case 'clipboard.copy':
      return linkUuid((input as ParsedInput<'clipboard.copy'>).text) ? 'share' : null;
    case 'webhook.test':
      // Without a key the inbox cannot verify what it receives.
      return (output as Output<'webhook.test'>).delivered && store.webhook.value.saved?.keyRef ? 'webhook' : null;
    default:
      return null;
  }
}
