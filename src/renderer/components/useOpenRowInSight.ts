// Brings the row whose details are open into sight, and keeps it there when the list gets lower, for example because the
// details opened below it.
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** `index`: of the row with this key; undefined until it is loaded. */
export function useOpenRowInSight(
  scroller: RefObject<HTMLDivElement | null>,
  key: string | null,
  index: number | undefined,
  scrollTo: (index: number) => void,
): void {
  /** Once only: after that the seller may scroll it away. */
  const shown = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (key === shown.current || (key !== null && index === undefined)) return;
    shown.current = key;
    if (index !== undefined) scrollTo(index);
  });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const before = height;
      height = element.clientHeight;
      const row = height < before ? element.querySelector('[role="row"][aria-current]') : null;
      if (!row) return;
      const top = element.getBoundingClientRect().top;
      const { top: rowTop, bottom } = row.getBoundingClientRect();
      // One that the seller scrolled away stays where it is.
      const wasInSight = rowTop >= top && rowTop < top + before;
      if (wasInSight) element.scrollTop += Math.max(0, bottom - top - height);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
}
