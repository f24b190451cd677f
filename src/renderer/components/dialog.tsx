// Opens a form as a dialog. Nothing typed is lost by a slip: a click beside it does not close it, and closing it with
// Escape, its cross or "Cancel" (marked `data-cancel`) asks first when it holds something that would be lost.
import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { texts } from '../../shared/texts/window.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { DialogContext, type Held, newHeld } from './held.tsx';

const words = texts.parts.dialog;

/** How many dialogs were opened: one that opens over another is not to be taken for it. */
let opened = 0;

/**
 * `title` is the dialog's accessible name; `content` gets the function that closes it, and one that asks
 * before something else is done that would lose what was typed; `size` in px. `closed` is told when
 * it is closed in whatever way. A form in it tells with `useHolds` whether it holds something that would be lost.
 */
export function openDialog(
  title: string,
  size: number,
  content: (close: () => void, leave: (then: () => void) => void) => ReactNode,
  closed?: () => void,
): void {
  opened += 1;
  const held = newHeld(title);
  const close = () => modals.close(modalId);
  const modalId = modals.open({
    title,
    size,
    closeOnClickOutside: false,
    closeOnEscape: false,
    onClose: () => {
      held.close();
      closed?.();
    },
    children: <Guarded key={opened} held={held} close={close} content={(leave) => content(close, leave)} />,
  });
}

interface GuardedProps {
  readonly held: Held;
  readonly close: () => void;
  readonly content: (leave: (then: () => void) => void) => ReactNode;
}

function Guarded({ held, close, content }: GuardedProps) {
  const root = useRef<HTMLDivElement>(null);
  /** What goes on when the seller agrees to lose it; null while nothing is asked. */
  const [agreed, setAgreed] = useState<(() => void) | null>(null);
  const before = useRef<HTMLElement | null>(null);

  const stay = () => {
    setAgreed(null);
    const back = before.current;
    before.current = null;
    requestAnimationFrame(() => back?.focus());
  };
  const around = useMemo(() => {
    const question = (then: () => void) => {
      before.current ??= document.activeElement instanceof HTMLElement ? document.activeElement : null;
      setAgreed(() => then);
    };
    return { held, question, leave: (then: () => void) => (held.holds() ? question(then) : then()) };
  }, [held]);

  // Before the effects of the form in it are ended: to these, a dialog that is not drawn any more is not asked.
  useLayoutEffect(() => {
    held.asks = (then) =>
      around.question(() => {
        // Another dialog may still be asked, and then this one stays.
        setAgreed(null);
        then();
      });
    return () => {
      held.asks = null;
    };
  }, [held, around]);

  useEffect(() => {
    const tryClose = () => around.leave(close);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      // An open list takes the key for itself, and says so in this way.
      if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true')
        return;
      // The dialog beneath, which comes back now, must not take the same key for itself.
      event.stopImmediatePropagation();
      if (agreed) stay();
      else tryClose();
    };
    const dialog = root.current?.closest('[role="dialog"]');
    /** Before the dialog itself hears of it, for that would close it. */
    const onCross = (event: Event) => {
      const onIt = event.target instanceof Element && event.target.closest('header button, [data-cancel]') !== null;
      if (!onIt || !held.holds()) return;
      event.stopPropagation();
      if (!agreed) around.question(close);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    dialog?.addEventListener('click', onCross, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
      dialog?.removeEventListener('click', onCross, { capture: true });
    };
  });

  return (
    <DialogContext value={around}>
      <div ref={root}>
        <div hidden={agreed !== null}>
          <ErrorBoundary>{content(around.leave)}</ErrorBoundary>
        </div>
        {agreed && (
          <Stack gap={16} role="alertdialog" aria-label={words.closeThis}>
            <Text size="sm">{words.lostInThis}</Text>
            <Group gap={8} justify="flex-end">
              <Button variant="default" autoFocus onClick={stay}>
                {words.keepEditing}
              </Button>
              <Button
                color="red"
                onClick={() => {
                  before.current = null;
                  agreed();
                }}
              >
                {words.close}
              </Button>
            </Group>
          </Stack>
        )}
      </div>
    </DialogContext>
  );
}
