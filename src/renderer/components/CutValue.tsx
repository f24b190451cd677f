// A value on one line. Where it does not fit, one with digits is cut before its end, in which order numbers differ.
import { useEffect, useRef } from 'react';
import styles from './CutValue.module.css';

/** Shorter ones are cut at their end. */
const LEAST = 12;
const END = 7;
/** The least characters of the end that distinguish anything. */
const LEAST_END = 3;
/** Px before the end in which the beginning can be read, and in which its ellipsis fits. */
const LEAST_START = 32;
const ELLIPSIS = 14;
/** The end of other texts may be at their left. */
const ONE_DIRECTION = /^[\x20-\x7e]+$/;

/** The width of the last `count` characters of a text, in px, whether or not they are shown. */
function endWidth({ firstChild }: Element, count: number): number {
  if (!(firstChild instanceof Text)) return 0;
  const range = document.createRange();
  range.setStart(firstChild, firstChild.length - count);
  range.setEnd(firstChild, firstChild.length);
  return Math.ceil(range.getBoundingClientRect().width);
}

/** Calls `measure` now and whenever the size of an element changes; returns what ends that. */
export function whileResized(element: Element, measure: () => void): () => void {
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  return () => observer.disconnect();
}

export function CutValue({ children: value }: { readonly children: string }) {
  const line = useRef<HTMLSpanElement>(null);
  const keepsEnd = value.length >= LEAST && ONE_DIRECTION.test(value) && /\d/.test(value);
  useEffect(() => {
    const element = line.current;
    const whole = element?.firstElementChild;
    if (!element || !whole || !keepsEnd) return;
    return whileResized(element, () => {
      const { scrollWidth } = element.hasAttribute('data-cut') ? whole : element;
      if (scrollWidth <= element.clientWidth) {
        element.removeAttribute('data-cut');
        return;
      }
      let count = END;
      while (count > LEAST_END && element.clientWidth - endWidth(whole, count) < ELLIPSIS) count -= 1;
      const end = endWidth(whole, count);
      element.style.setProperty('--end', `${end}px`);
      element.setAttribute('data-end', value.slice(-count));
      const start = element.clientWidth - end;
      // Without room for any end, it is cut like other texts.
      if (start < ELLIPSIS) element.removeAttribute('data-cut');
      else element.setAttribute('data-cut', start < LEAST_START ? 'start' : '');
    });
  }, [keepsEnd, value]);
  return (
    <span ref={line} className={styles.line} data-end={value.slice(-END)}>
      <span>{value}</span>
    </span>
  );
}
