// A title in a list. Where it does not fit, its end stays visible, in which the titles of a series differ.
import { type ComponentPropsWithoutRef, useEffect, useRef } from 'react';
import styles from './CutTitle.module.css';
import { whileResized } from './CutValue.tsx';
import { keepingEnd } from './keeping-end.ts';

/** Px of two and of three lines, at least. */
const TWO_LINES = 30;
const THREE_LINES = 54;

interface CutTitleProps extends Omit<ComponentPropsWithoutRef<'span'>, 'className'> {
  readonly children: string;
  readonly className?: string | undefined;
}

export function CutTitle({ children: text, className = '', ...others }: CutTitleProps) {
  const title = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = title.current;
    if (!element) return;
    return whileResized(element, () => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      // In a table with room it is no block, and has no size of its own.
      if (clientWidth === 0 || (scrollWidth <= clientWidth && scrollHeight <= clientHeight + 1)) {
        element.removeAttribute('data-cut');
        return;
      }
      const lines = clientHeight < TWO_LINES ? 1 : clientHeight < THREE_LINES ? 2 : 3;
      element.setAttribute('data-shown', keepingEnd(text, element, lines));
      element.setAttribute('data-cut', '');
    });
  }, [text]);
  return (
    <span ref={title} className={`${styles.title} ${className}`} {...others}>
      {text}
    </span>
  );
}
