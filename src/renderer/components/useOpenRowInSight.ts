// Keeps the row whose details are open in sight when the list gets lower, for example because the details opened below it.
import { type RefObject, useLayoutEffect } from 'react';

export function useOpenRowInSight(scroller: RefObject<HTMLDivElement | null>): void {
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
