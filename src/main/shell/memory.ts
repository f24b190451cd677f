// Gives memory back after a large store was read. V8 keeps what reading has left over, tens of MB, until it needs room.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { note } from './log.ts';

/** From so many records on it is worth the pause: about a tenth of a second with 100,000, once. */
const MANY = 20_000;

/** To be called once all of a store is read. */
export function tidyAfterReading(records: number): void {
  if (records < MANY) return;
  // The collector is handed to contexts that are made after this; the window's are another process's.
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('typeof gc === "function" ? gc : null');
  if (typeof collect === 'function') collect();
  else note('Memory could not be tidied: the collector is not to be had');
}
