// Moves the focus when the focused control is removed, as with a deleted row or a closed panel: to the next control in the
// open dialog or in the same section of the screen, else to the screen's list or heading.
import { useEffect } from 'react';
import { isBehindDialog } from '../state/shortcuts.ts';

const CONTROLS = 'a[href],button,input,select,textarea,[tabindex]:not([tabindex="-1"])';

export function useKeyboardHome(): void {
  useEffect(() => {
    let last: Element | null = null;
    const onIn = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    const onOut = ({ target }: FocusEvent) =>
      // A click on the background leaves the control in place, and the focus stays lost. A button that is disabled while
      // it works loses the focus too.
      queueMicrotask(() => {
        if (last === target && last?.isConnected && !last.matches(':disabled')) last = null;
      });
    const watch = new MutationObserver((records) => {
      const active = document.activeElement;
      // A disabled control stays the active element until the next rendering.
      if (!last || (active !== document.body && active !== last)) return;
      const dialog = openDialog();
      // Outside of dialogs, a disabled control is enabled again when its work is done.
      if (last.isConnected && !(dialog && last.matches(':disabled'))) return;
      const lost = last;
      last = null;
      // The focus trap of a dialog that was covered takes the focus itself.
      if (dialog && !lost.isConnected && lost.closest('[role="dialog"]')) return;
      const place = placeOf(lost, records);
      const within = dialog ?? place?.section;
      const next = (within && place && nextIn(within, place.isAfter)) ?? dialog ?? home();
      next?.focus({ preventScroll: dialog === null });
    });
    document.addEventListener('focusin', onIn);
    document.addEventListener('focusout', onOut);
    watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      document.removeEventListener('focusin', onIn);
      document.removeEventListener('focusout', onOut);
      watch.disconnect();
    };
  }, []);
}

/** Not one that fades out. */
const openDialog = (): HTMLElement | null =>
  isBehindDialog() ? ([...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1) ?? null) : null;

/** The list where it is the whole screen, else the heading. */
const home = (): HTMLElement | null =>
  document.querySelector<HTMLElement>(
    'main [data-body="fill"] :is([role="table"],[role="grid"]) [role="row"][tabindex="0"]',
  ) ?? document.querySelector<HTMLElement>('main h1[tabindex]');

/** Where the removed control was. */
interface Place {
  readonly isAfter: (control: Element) => boolean;
  /** The section of the screen around it, if that still exists. */
  readonly section: HTMLElement | null;
}

function placeOf(lost: Element, records: readonly MutationRecord[]): Place | null {
  const follows = (before: Node) => (control: Element) =>
    (before.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  if (lost.isConnected) return { isAfter: follows(lost), section: null };
  const removal = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)));
  if (!removal) return null;
  const { target, nextSibling } = removal;
  const section = target instanceof Element ? target.closest('section') : null;
  if (nextSibling?.isConnected) {
    const afterNext = follows(nextSibling);
    return { isAfter: (control) => control === nextSibling || afterNext(control), section };
  }
  const afterTarget = follows(target);
  return { isAfter: (control) => afterTarget(control) && !target.contains(control), section };
}

/** The next control after the place, else the last one before it. */
function nextIn(within: HTMLElement, isAfter: Place['isAfter']): HTMLElement | undefined {
  const controls = [...within.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => !control.matches(':disabled') && control.checkVisibility(),
  );
  return controls.find(isAfter) ?? controls.at(-1);
}
