// Opens a form as a dialog. Nothing typed is lost by a slip: a click beside it does not close it, and closing it with
// Escape, its cross or "Cancel" (marked `data-cancel`) asks first when something was typed.
import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { standGuard } from '../state/leave.ts';

/** How many dialogs were opened: one that opens over another is not to be taken for it. */
let opened = 0;

/**
 * `title` is the dialog's accessible name; `content` gets the function that closes it, and one that asks
 * before something else is done that would lose what was typed; `size` in px. `closed` is told when
 * it is closed in whatever way. A form in it that only asks for something, and so has nothing to lose, says so with the
 * attribute `data-nothing-to-lose`.
 */
export function openDialog(
  title: string,
  size: number,
  content: (close: () => void, leave: (then: () => void) => void) => ReactNode,
  closed?: () => void,
): void {
  opened += 1;
  const close = () => modals.close(modalId);
  const modalId = modals.open({
    title,
    size,
    closeOnClickOutside: false,
    closeOnEscape: false,
    ...(closed ? { onClose: closed } : {}),
    children: <Guarded key={opened} close={close} content={(leave) => content(close, leave)} />,
  });
}

/** The form that was typed into and that saves, so that something would be lost; null for another. */
const keptForm = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('form:not([data-nothing-to-lose])') : null;

interface GuardedProps {
  readonly close: () => void;
  readonly content: (leave: (then: () => void) => void) => ReactNode;
}

function Guarded({ close, content }: GuardedProps) {
  const root = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(false);
  /** What was typed into; once it has made way for what came of it, nothing can be lost any more. */
  const form = useRef<Element | null>(null);
  const holds = () => typed && form.current?.isConnected === true;
  /** What goes on when the seller agrees to lose it; null while nothing is asked. */
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const before = useRef<HTMLElement | null>(null);

  const question = (then: () => void) => {
    before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setLeave(() => then);
  };
  const stay = () => {
    setLeave(null);
    requestAnimationFrame(() => before.current?.focus());
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the question touches nothing that changes
  useEffect(
    () => (typed ? standGuard({ ofScreen: false, ask: (then) => (holds() ? question(then) : then()) }) : undefined),
    [typed],
  );

  useEffect(() => {
    const tryClose = () => (holds() ? question(close) : close());
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      // An open list takes the key for itself, and says so in this way.
      if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true')
        return;
      // The dialog beneath, which comes back now, must not take the same key for itself.
      event.stopImmediatePropagation();
      if (leave) stay();
      else tryClose();
    };
    const dialog = root.current?.closest('[role="dialog"]');
    /** Before the dialog itself hears of it, for that would close it. */
    const onCross = (event: Event) => {
      const onIt = event.target instanceof Element && event.target.closest('header button, [data-cancel]') !== null;
      if (!onIt || !holds()) return;
      event.stopPropagation();
      if (!leave) question(close);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    dialog?.addEventListener('click', onCross, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
      dialog?.removeEventListener('click', onCross, { capture: true });
    };
  });

  return (
    <div
      ref={root}
      onInput={(event) => {
        const into = keptForm(event.target);
        if (!into) return;
        form.current = into;
        setTyped(true);
      }}
    >
      <div hidden={leave !== null}>{content((then) => (holds() ? question(then) : then()))}</div>
      {leave && (
        <Stack gap={16} role="alertdialog" aria-label="Close without saving?">
          <Text size="sm">If you close this now, what you have typed is lost.</Text>
          <Group gap={8} justify="flex-end">
            <Button variant="default" autoFocus onClick={stay}>
              Keep editing
            </Button>
            <Button
              color="red"
              onClick={() => {
                setTyped(false);
                leave();
              }}
            >
              Close without saving
            </Button>
          </Group>
        </Stack>
      )}
    </div>
  );
}
