// Makes a press a click on the control where it started, even if that control moves.

const CONTROLS = 'a,button,label,input[type="checkbox"],input[type="radio"],[role="option"],[data-index]';

/** How far the pointer may move during a press, in px. Beyond that, the browser decides as usual. */
const SLOP = 8;

/**
 * A press on a control or a list row becomes a click on it, even if the layout shifts before the mouse button is released,
 * for example because rows arrive. By itself, the browser would click neither that control nor the one now under the
 * pointer. Call once.
 */
export function keepPresses(): void {
  document.addEventListener('pointerdown', keepPress, true);
}

function keepPress({ target, button, pointerType, pointerId, clientX: x, clientY: y }: PointerEvent): void {
  // Touch pointers are captured by the browser.
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
