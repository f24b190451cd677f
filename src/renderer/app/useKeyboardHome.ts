// The control that has the keyboard can go away with what it belonged to: a row that was deleted, a panel that closed. The
// keyboard then goes on from the list of the screen, or from its heading, and does not fall out of the page.
import { useEffect } from 'react';

export function useKeyboardHome(): void {
  useEffect(() => {
    let last: Element | null = null;
    const onIn = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    const onOut = ({ target }: FocusEvent) =>
      // A click beside everything leaves its control in place, and then nothing is to be brought back; a button that is
      // disabled while it works loses the keyboard too.
      queueMicrotask(() => {
        if (last === target && last?.isConnected && !last.matches(':disabled')) last = null;
      });
    const watch = new MutationObserver(() => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      home()?.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', onIn);
    document.addEventListener('focusout', onOut);
    watch.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onIn);
      document.removeEventListener('focusout', onOut);
      watch.disconnect();
    };
  }, []);
}

const home = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('main [role="table"] [role="row"][tabindex="0"]') ??
  document.querySelector<HTMLElement>('main h1[tabindex]');
