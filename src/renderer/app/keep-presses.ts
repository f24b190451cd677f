// Keeps each press with the control it began on.

const CONTROLS = 'a,button,label,input[type="checkbox"],input[type="radio"],[role="option"],[data-index]';

/** A pointer that moves farther than this, px, drags or leaves the control. */
const SLOP = 8;

/**
 * A press on a control, or on a row of a list, is a click on it, also if the page moves it before the button is released:
 * for new rows, another toast. The browser would click neither that nor what is under the pointer by then. Call once.
 */
export function keepPresses(): void {
  document.addEventListener('pointerdown', keepPress, true);
}

function keepPress({ target, button, pointerType, pointerId, clientX: x, clientY: y }: PointerEvent): void {
  // The browser itself keeps touches.
  if (button !== 0 || pointerType !== 'mouse' || !(target instanceof Element)) return;
  const pressed = target.closest<HTMLElement>(CONTROLS);
  if (pressed === null) return;
  pressed.setPointerCapture(pointerId);
  const ended = new AbortController();
  pressed.addEventListener('lostpointercapture', () => ended.abort(), { signal: ended.signal });
  const leave = ({ clientX, clientY }: PointerEvent) => {
    if (Math.hypot(clientX - x, clientY - y) > SLOP) pressed.releasePointerCapture(pointerId);
  };
  pressed.addEventListener('pointermove', leave, { signal: ended.signal });
}
