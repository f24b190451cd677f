// Ids and revision stamps: what lets two catalogues be merged one day, and what gives the outbox its order.
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';

let lastDevice = '';
/** A hundred thousand stamps of one device share its name in memory. */
function shared(device: string): string {
  if (device !== lastDevice) lastDevice = device;
  return lastDevice;
}

/** When a record was last changed: time in ms, a counter within that time, and the device that changed it. */
export const stampSchema = z.object({ time: z.number(), counter: z.int(), device: z.string().overwrite(shared) });
export type Stamp = z.infer<typeof stampSchema>;

export interface Stamper {
  /** A new time-ordered id (UUIDv7), later in order than every id before it, even when the clock goes back. */
  id(): string;
  stamp(): Stamp;
  /** Takes note of an id from an earlier run, so that new ids come after it. */
  seen(id: string): void;
}

/** The time in a UUIDv7, ms since 1970. */
export const timeOfId = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** `now` gives ms since 1970; `device` names this computer in stamps. */
export function createStamper(now: () => number, device: string): Stamper {
  let lastTime = 0;
  let sequence = 0;
  const advance = () => {
    const time = now();
    if (time > lastTime) {
      lastTime = time;
      sequence = 0;
    } else {
      sequence += 1;
    }
  };
  return {
    id() {
      advance();
      return uuidv7({ msecs: lastTime, seq: sequence });
    },
    stamp() {
      advance();
      return { time: lastTime, counter: sequence, device };
    },
    seen(id) {
      const time = timeOfId(id);
      if (Number.isFinite(time) && time >= lastTime) {
        lastTime = time + 1;
        sequence = 0;
      }
    },
  };
}
