// A value on one line. Where it does not fit, it is cut before its end, in which order numbers differ.
import { useEffect, useRef } from 'react';
import styles from './CutValue.module.css';

/** Shorter ones are cut at their end. */
const LEAST = 12;
const END = 7;
/** The end of other texts may be at their left. */
const ONE_DIRECTION = /^[\x20-\x7e]+$/;

/** The width of the last characters of a text, in px, whether or not they are shown. */
function endWidth({ firstChild }: Element): number {
  if (!(firstChild instanceof Text)) return 0;
  const range = document.createRange();
  range.setStart(firstChild, firstChild.length - END);
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
  const keepsEnd = value.length >= LEAST && ONE_DIRECTION.test(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value has another width
  useEffect(() => {
    const element = line.current;
    const whole = element?.firstElementChild;
    if (!element || !whole || !keepsEnd) return;
    return whileResized(element, () => {
      const { scrollWidth } = element.hasAttribute('data-cut') ? whole : element;
      const isCut = scrollWidth > element.clientWidth;
      if (isCut) element.style.setProperty('--end', `${endWidth(whole)}px`);
      element.toggleAttribute('data-cut', isCut);
    });
  }, [keepsEnd, value]);
  return (
    <span ref={line} className={styles.line} data-end={value.slice(-END)}>
      <span>{value}</span>
    </span>
  );
}
