// Events from the main process to the window, with throttling.
import type { EventName, EventPayload } from '../shared/contract.ts';

export type Emit = <E extends EventName>(event: E, payload: EventPayload<E>) => void;

const THROTTLE_MS = 40;
/** Changes that need the seller within this many ms share one notification. */
const ATTENTION_MS = 500;

/** `flush` runs once, `ms` after the first of many calls. */
export function throttle(flush: () => void, ms = THROTTLE_MS): { schedule(): void; stop(): void } {
  let timer: NodeJS.Timeout | null = null;
  return {
    schedule() {
      timer ??= setTimeout(() => {
        timer = null;
        flush();
      }, ms);
    },
    stop() {
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}

/** Notifies of changes that need the seller: one by its text, several by their number with a link to `screen`. */
export function attentionNotifier(
  emit: Emit,
  several: (count: number) => string,
  screen: string,
): { add(words: string, actionId: string | null): void; stop(): void } {
  let waiting: { readonly words: string; readonly actionId: string | null }[] = [];
  const round = throttle(() => {
    const due = waiting;
    waiting = [];
    const [only] = due;
    if (!only) return;
    const kind = 'attention';
    // Changes of other stores have no id.
    const areShown = due.every(({ actionId }) => actionId !== null);
    if (due.length > 1) {
      emit('told', { kind, message: several(due.length), actionId: null, to: areShown ? screen : null });
      return;
    }
    const { words, actionId } = only;
    emit('told', { kind, message: words, actionId, to: actionId && `#/sync/${actionId}` });
  }, ATTENTION_MS);
  return {
    add(words, actionId) {
      waiting.push({ words, actionId });
      round.schedule();
    },
    stop: round.stop,
  };
}
