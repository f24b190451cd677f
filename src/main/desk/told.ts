// What the desk tells the window without being asked; bursts are gathered into few events.
import type { EventName, EventPayload } from '../../shared/contract.ts';

export type Tell = <E extends EventName>(event: E, payload: EventPayload<E>) => void;

/** At most one round of events in this many ms. */
const GATHER_MS = 40;

/** Calls `flush` once, a little after the first of many calls. */
export function gathered(flush: () => void): { poke(): void; stop(): void } {
  let timer: NodeJS.Timeout | null = null;
  return {
    poke() {
      timer ??= setTimeout(() => {
        timer = null;
        flush();
      }, GATHER_MS);
    },
    stop() {
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}
