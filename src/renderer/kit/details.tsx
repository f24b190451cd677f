// The details of one record beside its list: Escape closes them, and in a small window they take the whole page.
import { ActionIcon, DataList, Skeleton, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Problem } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/window.ts';
import styles from './details.module.css';
import { ProblemAlert } from './parts.tsx';

/** A list that fills the page, and the details of one of its records. */
export const ListAndDetails = (props: { readonly details: ReactNode; readonly children: ReactNode }) => (
  <div className={styles.beside}>
    <div className={styles.list}>{props.children}</div>
    {props.details}
  </div>
);

interface DetailsProps<R> {
  /** The accessible name. */
  readonly label: string;
  /** Undefined while it loads, null if it is gone. */
  readonly record: R | null | undefined;
  readonly problem: Problem | null;
  /** The heading, and the text that it shows on hover. */
  readonly heading: ReactNode;
  readonly headingText: string | undefined;
  /** Below the heading. */
  readonly under?: ReactNode;
  close(): void;
  children(record: R): ReactNode;
}

/** With another id the previous record stays until the new one is loaded, so that nothing flickers while the arrow keys move on. */
export function Details<R>(props: DetailsProps<R>) {
  const { label, record, problem, heading, headingText, under, close, children } = props;
  const isWhole = useIsWholePage();
  const title = useRef<HTMLHeadingElement>(null);
  useClosesOnEscape(close);
  // The opened row is hidden then.
  useEffect(() => {
    if (isWhole) title.current?.focus();
  }, [isWhole]);
  return (
    <aside className={styles.details} aria-label={label} data-whole={isWhole || undefined}>
      <div className={styles.head}>
        <div className={styles.heading}>
          <Title order={2} className={styles.title} title={headingText} ref={title} tabIndex={-1} dir="auto">
            {heading}
          </Title>
          {under}
        </div>
        <CloseButton label={texts.links.details.close} isWhole={isWhole} onClose={close} />
      </div>
      <ProblemAlert problem={problem} />
      {record === undefined && !problem && <Skeleton height={240} />}
      {record === null && <Text size="sm">{texts.common.gone}</Text>}
      {record && children(record)}
    </aside>
  );
}

/** A fact in a `DataList`. */
export const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <DataList.Item>
    <DataList.ItemLabel dir="auto">{label}</DataList.ItemLabel>
    <DataList.ItemValue dir="auto">{children}</DataList.ItemValue>
  </DataList.Item>
);

/** Of the service, such as a uuid. */
export const Code = ({ children }: { readonly children: string }) => <span className={styles.code}>{children}</span>;

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
