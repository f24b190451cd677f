// Shared by panels beside a list: Escape closes them, and in a small window they take the whole page.
import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

/**
 * Whether the window has no room beside the panel, as at 200 %. Its root then has `data-whole`: the page behind it keeps
 * its content, and the keyboard cannot reach it.
 */
export function useIsWholePage(): boolean {
  return (
    useMediaQuery('(max-width: 880px), (max-height: 440px)', undefined, { getInitialValueInEffect: false }) === true
  );
}

/** From the list too. A dialog, a menu, a form, and a search that Escape clears, take the key first. */
export function useClosesOnEscape(close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    let isCovered = false;
    // Looks before any dialog handles the key: without animations, Escape removes a dialog before `onKey` runs.
    const onCapture = () => {
      isCovered = document.querySelector('[role="dialog"],[role="menu"]') !== null;
    };
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof Element)) return;
      const isTaken = target.closest('[role="dialog"],[role="menu"],[aria-expanded="true"],form');
      if (!isTaken && !isCovered) latest.current();
    };
    window.addEventListener('keydown', onCapture, true);
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onCapture, true);
      window.removeEventListener('keydown', onKey);
    };
  }, []);
}

/** A cross beside the list; an arrow back where the panel takes the whole page. */
export function CloseButton(props: { readonly label: string; readonly isWhole: boolean; onClose(): void }) {
  const Icon = props.isWhole ? IconArrowLeft : IconX;
  return (
    <ActionIcon aria-label={props.label} title={props.label} onClick={props.onClose}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
