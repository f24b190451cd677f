// Keeps a press with the control it began on.
import type { PointerEvent } from 'react';

/** A pointer that moves farther than this, px, drags or leaves the control. */
const SLOP = 8;

/**
 * A press on a row is a click on what it began on, also if rows come before it until the button is released. Otherwise
 * the browser would click neither that nor what is under the pointer by then.
 */
export function keepPress(event: PointerEvent): void {
  const { target, currentTarget, button, pointerType, pointerId, clientX: x, clientY: y } = event;
  // The browser itself keeps touches. Presses in the portals of menus and toasts bubble here too.
  if (button !== 0 || pointerType !== 'mouse' || !currentTarget.contains(target as Element)) return;
  const pressed = (target as Element).closest('a,button,input,label,[data-index]');
  if (pressed === null) return;
  pressed.setPointerCapture(pointerId);
  const ended = new AbortController();
  const listen = (type: 'pointermove' | 'lostpointercapture', listener: (event: globalThis.PointerEvent) => void) =>
    pressed.addEventListener(type, listener as EventListener, { signal: ended.signal });
  listen('lostpointercapture', () => ended.abort());
  listen('pointermove', ({ clientX, clientY }) => {
    if (Math.hypot(clientX - x, clientY - y) > SLOP) pressed.releasePointerCapture(pointerId);
  });
}
