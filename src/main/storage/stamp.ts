// Time-ordered ids and revision stamps. They order the outbox, and let a restore merge two catalogs.
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';

/** Ms since 1970. Clocks end earlier (Linux in 2232), and the 48 bits of an id reach much further. */
export const LATEST_TIME = Date.UTC(2300, 0);
/** How far the clock of another computer or of an earlier run may be ahead, in ms. */
export const CLOCK_AHEAD_MS = 7 * 24 * 60 * 60_000;

/** Ms since 1970. */
export const timeSchema = z.number().min(0).max(LATEST_TIME);

/** Ms since 1970, from the first 48 bits of a UUIDv7. */
export const timeOfId = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** Ids of this time (ms since 1970) and later ones sort after this text, all others before it. */
export const firstIdAt = (time: number): string =>
  Math.max(0, Math.min(Math.floor(time), LATEST_TIME))
    .toString(16)
    .padStart(12, '0')
    .replace(/^.{8}/, '$&-');

/** A UUIDv7 of this app. Lower case only, because ids are compared as text. */
export const idSchema = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  .refine((id) => timeOfId(id) <= LATEST_TIME);

/** When and where a record was last changed: time in ms, a counter within that ms, and the device. */
export const stampSchema = z.object({
  time: timeSchema,
  counter: z
    .int()
    .min(0)
    .max(2 ** 32 - 1),
  device: z.string().max(100),
});
export type Stamp = z.infer<typeof stampSchema>;

export const isNewer = (a: Stamp, b: Stamp): boolean =>
  a.time !== b.time ? a.time > b.time : a.counter !== b.counter ? a.counter > b.counter : a.device > b.device;

export type Stamper = ReturnType<typeof createStamper>;

/** `now`: ms since 1970. `device`: the name of this computer in stamps. */
export function createStamper(now: () => number, device: string) {
  let lastTime = 0;
  let sequence = 0;
  /** Makes new ids and stamps follow this one, even if it is ahead. */
  const follow = ({ time, counter }: Omit<Stamp, 'device'>) => {
    if (time < lastTime || (time === lastTime && counter <= sequence)) return;
    lastTime = time;
    sequence = counter;
  };
  const advance = () => {
    const time = now();
    if (time > lastTime) follow({ time, counter: 0 });
    else sequence += 1;
  };
  return {
    device,
    follow,
    /**
     * Returns a UUIDv7 greater than all earlier ones, even if the clock goes back, and greater than `after`, even if that
     * is ahead.
     */
    id(after = ''): string {
      advance();
      const id = uuidv7({ msecs: lastTime, seq: sequence });
      return id > after ? id : uuidv7({ msecs: timeOfId(after) + 1, seq: 0 });
    },
    stamp(): Stamp {
      advance();
      return { time: lastTime, counter: sequence, device };
    },
    /** Makes new ids follow an id of an earlier run. Ignores an id from a clock that was ahead. */
    seen(id: string): void {
      const time = timeOfId(id);
      if (time <= now() + CLOCK_AHEAD_MS) follow({ time: time + 1, counter: 0 });
    },
  };
}
