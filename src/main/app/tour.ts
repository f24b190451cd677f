// The seller's progress on the tour of the practice store, derived from events and stored.
import { linkUuid } from '../../shared/checkout-url.ts';
import { type Tour, type TourStep, tourSchema } from '../../shared/contract/app.ts';
import type { Channel, Output, ParsedInput } from '../../shared/contract.ts';
import { texts } from '../../shared/texts/main.ts';
import { type Document, openDocument } from '../storage/document.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import type { StoreContext } from '../store-context.ts';

export class TourGuide {
  readonly #document: Document<Tour>;

  constructor(
    folder: string,
    onSetAside: OnSetAside,
    private readonly changed: () => void,
  ) {
    this.#document = openDocument<Tour>({
      folder,
      name: 'tour',
      what: texts.stores.kept.tour,
      parse: (value) => tourSchema.safeParse(value).data ?? null,
      initial: { state: 'offered', done: [] },
      onSetAside,
    });
  }

  get tour(): Tour {
    return this.#document.value;
  }

  /** Starts the tour from its first step, or leaves it. Rejects with `StorageError`. */
  async set(state: 'on' | 'left'): Promise<void> {
    await this.#save(state === 'on' ? { state, done: [] } : { ...this.tour, state });
  }

  record(step: TourStep): void {
    const { state, done } = this.tour;
    if (state !== 'on' || done.includes(step)) return;
    this.#save({ state, done: [...done, step] }).catch((error: unknown) =>
      console.error('The progress of the tour could not be kept', error),
    );
  }

  async #save(next: Tour): Promise<void> {
    await this.#document.save(next);
    this.changed();
  }
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
