// Formats a duration.
import { texts } from '../../shared/texts/window.ts';

const t = texts.parts.duration;

/** `ms` in milliseconds: "340 ms", "3.1 s", "2 min 5 s". */
export function durationText(ms: number): string {
  if (ms < 1_000) return t.milliseconds({ milliseconds: Math.round(ms) });
  if (ms < 60_000) return t.seconds({ seconds: ms / 1_000 });
  const seconds = Math.round(ms / 1_000);
  return t.minutes({ minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}
