// "Show me": opens the screen of a step, focuses its control, and draws a ring around it until the seller's next action.
import { go } from '../../state/route.ts';
import styles from './tour.module.css';

/** How long a screen may take to load and draw, in ms. */
const APPEARS_MS = 15_000;
const INTERACTIONS = ['keydown', 'pointerdown', 'wheel'] as const;

/** `controls`: values of `data-tour`, the first of which on the screen counts. Calls `missing` if none appears. */
export function showControl(to: string | null, controls: readonly string[], missing: () => void): void {
  if (to !== null) go(to);
  const startedAt = performance.now();
  const look = () => {
    const control = find(controls);
    if (control) mark(control);
    else if (performance.now() - startedAt < APPEARS_MS) requestAnimationFrame(look);
    else missing();
  };
  requestAnimationFrame(look);
}

const find = (controls: readonly string[]): HTMLElement | null =>
  controls
    .flatMap((name) => [...document.querySelectorAll<HTMLElement>(`[data-tour="${name}"]`)])
    .find((element) => !element.matches(':disabled') && visiblePart(element).offsetWidth > 0) ?? null;

/** A switch has no size of its own; the element around it shows it. */
function visiblePart(control: HTMLElement): HTMLElement {
  let element = control;
  while (element.offsetWidth < 8 && element.parentElement) element = element.parentElement;
  return element;
}

function mark(control: HTMLElement): void {
  const ring = styles.ring ?? '';
  const part = visiblePart(control);
  control.focus();
  part.classList.add(ring);
  const end = () => {
    part.classList.remove(ring);
    for (const name of INTERACTIONS) removeEventListener(name, end, true);
  };
  for (const name of INTERACTIONS) addEventListener(name, end, true);
}
