// Ids and revision stamps: what lets two catalogues be merged one day, and what gives the outbox its order.
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';

/**
 * Ms since 1970. No computer can be set to a later time: Linux ends in 2232, the settings of Windows and macOS before. The
 * 48 bits of an id reach much further, so that ids that follow such a time do not start again at zero.
 */
export const LATEST_TIME = Date.UTC(2300, 0);
/** How far the clock of another computer, or of an earlier run, may be ahead of this clock, in ms: a wrong date by some days. */
export const CLOCK_AHEAD_MS = 7 * 24 * 60 * 60_000;

/** A time that a clock can show, in ms since 1970. */
export const timeSchema = z.number().min(0).max(LATEST_TIME);

/** The time in a UUIDv7, ms since 1970; NaN of a text that is none. */
export const timeOfId = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** An id that this app made. Lower case only, since ids are compared as text. */
export const idSchema = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  .refine((id) => timeOfId(id) <= LATEST_TIME);

let lastDevice = '';
/** A hundred thousand stamps of one device share its name in memory. */
function shared(device: string): string {
  if (device !== lastDevice) lastDevice = device;
  return lastDevice;
}

/** When a record was last changed: time in ms, a counter within that time, and the device that changed it. */
export const stampSchema = z.object({
  time: timeSchema,
  counter: z
    .int()
    .min(0)
    .max(2 ** 32 - 1),
  device: z.string().max(100).overwrite(shared),
});
export type Stamp = z.infer<typeof stampSchema>;

export const isNewer = (a: Stamp, b: Stamp): boolean =>
  a.time !== b.time ? a.time > b.time : a.counter !== b.counter ? a.counter > b.counter : a.device > b.device;

export interface Stamper {
  /**
   * A new time-ordered id (UUIDv7), later in order than every id before it, even when the clock goes back. `after` is an
   * id that this one has to follow, however far ahead its time is.
   */
  id(after?: string): string;
  stamp(): Stamp;
  /** Takes note of an id from an earlier run, so that new ids come after it. One from a clock that was ahead is ignored. */
  seen(id: string): void;
  /** Lets new ids and stamps come after this one, however far ahead its time is. */
  follow(stamp: Stamp): void;
}

/** `now` gives ms since 1970; `device` names this computer in stamps. */
export function createStamper(now: () => number, device: string): Stamper {
  let lastTime = 0;
  let sequence = 0;
  const moveTo = (time: number, counter: number) => {
    if (time < lastTime || (time === lastTime && counter <= sequence)) return;
    lastTime = time;
    sequence = counter;
  };
  const advance = () => {
    const time = now();
    if (time > lastTime) moveTo(time, 0);
    else sequence += 1;
  };
  return {
    id(after = '') {
      advance();
      const id = uuidv7({ msecs: lastTime, seq: sequence });
      return id > after ? id : uuidv7({ msecs: timeOfId(after) + 1, seq: 0 });
    },
    stamp() {
      advance();
      return { time: lastTime, counter: sequence, device };
    },
    seen(id) {
      const time = timeOfId(id);
      if (time <= now() + CLOCK_AHEAD_MS) moveTo(time + 1, 0);
    },
    follow({ time, counter }) {
      moveTo(time, counter);
    },
  };
}
