// The control that has the keyboard can go away with what it belonged to: a row that was deleted, a panel that closed. The
// keyboard then goes on from what stands next in the dialog that is open, else from the list of the screen or its heading,
// and does not fall out of the page. Behind a dialog it never goes. From a section of a screen it stays in that section.
import { useEffect } from 'react';

const CONTROLS = 'a[href],button,input,select,textarea,[tabindex]:not([tabindex="-1"])';

/** A dialog that closes gives the keyboard back to what opened it within this many ms, unless something else has it by then. */
const DIALOG_RETURNS_MS = 20;

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
    const watch = new MutationObserver((records) => {
      const active = document.activeElement;
      // One that is disabled has the keyboard in name until the next drawing.
      if (!last || (active !== document.body && active !== last)) return;
      const dialog = openDialog();
      // Outside of dialogs, a control that is disabled comes back when its work is done.
      if (last.isConnected && !(dialog && last.matches(':disabled'))) return;
      const place = placeOf(last, records);
      const wasInDialog = records.some(({ removedNodes }) =>
        [...removedNodes].some((node) => isDialogAround(node, last)),
      );
      last = null;
      const goOn = () => {
        if (document.activeElement !== active && document.activeElement !== document.body) return;
        const within = openDialog() ?? place?.section;
        const next = (within && place && nextIn(within, place.isAfter)) ?? openDialog() ?? home();
        next?.focus({ preventScroll: openDialog() === null });
      };
      if (wasInDialog) setTimeout(goOn, DIALOG_RETURNS_MS);
      else goOn();
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

const openDialog = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].at(-1) ?? null;

const isDialogAround = (node: Node, lost: Element | null): boolean =>
  node instanceof Element && node.contains(lost) && lost?.closest('[role="dialog"]') !== null;

/** The list that is the screen, else its heading: on other screens a table is only a part. */
const home = (): HTMLElement | null =>
  document.querySelector<HTMLElement>(
    'main [data-body="fill"] :is([role="table"],[role="grid"]) [role="row"][tabindex="0"]',
  ) ?? document.querySelector<HTMLElement>('main h1[tabindex]');

/** Where the control stood that lost the keyboard. */
interface Place {
  readonly isAfter: (control: Element) => boolean;
  /** The part of the screen that it was in, where that is still there. */
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
