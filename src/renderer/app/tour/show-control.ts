// "Show me": opens the screen of a step, focuses its control, and draws a ring around it for some seconds.
import { go } from '../../state/route.ts';
import styles from './tour.module.css';

/** How long a screen may take to be loaded and drawn, in ms. */
const APPEARS_MS = 15_000;
/** How long a screen may take until its parts stay where they are, in ms. */
const SETTLES_MS = 700;
/** How long the ring stays when nothing is done, in ms. */
const STAYS_MS = 6_000;
/** Between the control and the ring, in px. */
const GAP = 5;

const INTERACTIONS = ['keydown', 'pointerdown', 'wheel'] as const;

export interface Shown {
  /** The control was found; `name`: its accessible name. */
  found(name: string): void;
  /** The ring is gone; `wasFound` is false if the control never appeared. */
  ended(wasFound: boolean): void;
}

let stopLast = () => {};

/** The seller's next action ends it, and so does the next call. */
export function showControl(to: string | null, controls: readonly string[], { found, ended }: Shown): void {
  stopLast();
  if (to !== null) go(to);
  const ring = document.createElement('div');
  ring.className = styles.ring ?? '';
  ring.dataset.tourRing = '';
  ring.ariaHidden = 'true';
  let foundAt: number | null = null;
  let frame = 0;
  const stop = (isDone = true) => {
    stopLast = () => {};
    cancelAnimationFrame(frame);
    for (const name of INTERACTIONS) removeEventListener(name, byPerson, true);
    ring.remove();
    ended(isDone);
  };
  const byPerson = () => stop();
  for (const name of INTERACTIONS) addEventListener(name, byPerson, true);
  stopLast = stop;
  const startedAt = performance.now();
  const look = () => {
    const now = performance.now();
    const control = find(controls);
    if (control && foundAt === null) {
      foundAt = now;
      control.focus({ preventScroll: true });
      document.body.append(ring);
      found(nameOf(control));
    }
    if (foundAt === null ? now - startedAt > APPEARS_MS : now - foundAt > STAYS_MS) return stop(foundAt !== null);
    if (control && foundAt !== null) {
      // A screen that was just opened grows while its data loads: the control must stay visible.
      if (now - foundAt < SETTLES_MS) control.scrollIntoView({ block: 'nearest' });
      place(ring, control);
    }
    ring.hidden = control === null;
    frame = requestAnimationFrame(look);
  };
  frame = requestAnimationFrame(look);
}

const find = (controls: readonly string[]): HTMLElement | null =>
  controls
    .flatMap((name) => [...document.querySelectorAll<HTMLElement>(`[data-tour="${name}"]`)])
    .find((element) => !element.matches(':disabled') && boxOf(element).width > 0) ?? null;

const nameOf = (control: HTMLElement): string =>
  control.ariaLabel ??
  (control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : control.textContent) ??
  '';

function place(ring: HTMLElement, control: HTMLElement): void {
  const { left, top, width, height } = boxOf(control);
  Object.assign(ring.style, {
    left: `${left - GAP}px`,
    top: `${top - GAP}px`,
    width: `${width + 2 * GAP}px`,
    height: `${height + 2 * GAP}px`,
  });
}

/** A switch has no size of its own; its visible part is around it. */
function boxOf(control: HTMLElement): DOMRect {
  let element = control;
  while (element.offsetWidth < 8 && element.parentElement) element = element.parentElement;
  return element.getBoundingClientRect();
}
