// What panels beside a list share: Escape closes them, and where there is little room they take the whole page.
import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

/**
 * Whether the window has room for nothing beside the panel, as at 200 %. Its root then is marked with `data-whole`: the
 * page behind it keeps what it shows, and does not exist for the keyboard.
 */
export function useIsWholePage(): boolean {
  return (
    useMediaQuery('(max-width: 880px), (max-height: 440px)', undefined, { getInitialValueInEffect: false }) === true
  );
}

/** From the list too. What takes the key for itself (a dialog, a menu, a form, a search that it clears) comes before. */
export function useClosesOnEscape(close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof Element)) return;
      const isTaken = target.closest('[role="dialog"],[role="menu"],[aria-expanded="true"],form');
      const isOpen = document.querySelector('[role="dialog"],[role="menu"]');
      if (!isTaken && !isOpen) latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** A cross beside the list, an arrow back to the list in its place. */
export function CloseButton(props: { readonly label: string; readonly isWhole: boolean; onClose(): void }) {
  const Icon = props.isWhole ? IconArrowLeft : IconX;
  return (
    <ActionIcon aria-label={props.label} title={props.label} onClick={props.onClose}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
