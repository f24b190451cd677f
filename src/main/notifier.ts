// What the desk tells the window without being asked; bursts are throttled.
import type { EventName, EventPayload } from '../shared/contract.ts';

export type Tell = <E extends EventName>(event: E, payload: EventPayload<E>) => void;

/** At most one round of events in this many ms. */
const GATHER_MS = 40;
/** Changes that need the seller within this many ms of each other are told in one sentence. */
const ATTENTION_MS = 500;

/** Calls `flush` once, `ms` after the first of many calls. */
export function throttle(flush: () => void, ms = GATHER_MS): { schedule(): void; stop(): void } {
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

/** Tells what the seller should look at: one change by its words, several by their number, all of which `screen` lists. */
export function tellAttention(
  tell: Tell,
  several: (count: number) => string,
  screen: string,
): { needs(words: string, actionId: string | null): void; stop(): void } {
  let waiting: { readonly words: string; readonly actionId: string | null }[] = [];
  const round = throttle(() => {
    const told = waiting;
    waiting = [];
    const [only] = told;
    if (!only) return;
    const kind = 'attention';
    // A change without an id is one of another store.
    const areHere = told.every(({ actionId }) => actionId !== null);
    if (told.length > 1) {
      tell('told', { kind, message: several(told.length), actionId: null, to: areHere ? screen : null });
      return;
    }
    const { words, actionId } = only;
    tell('told', { kind, message: words, actionId, to: actionId && `#/sync/${actionId}` });
  }, ATTENTION_MS);
  return {
    needs(words, actionId) {
      waiting.push({ words, actionId });
      round.schedule();
    },
    stop: round.stop,
  };
}
