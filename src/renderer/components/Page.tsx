// The frame of one screen: heading, search, buttons, and a body that takes the rest of the height.
import { Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { texts } from '../../shared/texts/window.ts';
import styles from './Page.module.css';

export interface PageProps {
  /** The screen's heading (h1). */
  readonly title: string;
  /** Before the heading, for example a back button. */
  readonly before?: ReactNode;
  /** After the heading, for example how many rows a search finds. */
  readonly after?: ReactNode;
  /** Usually a `SearchBox`. */
  readonly search?: ReactNode;
  /** Further buttons, left of the primary one. */
  readonly actions?: ReactNode;
  readonly primary?: ReactNode;
  /** A row under the header: filters, tabs. */
  readonly toolbar?: ReactNode;
  /** `fill`: the content scrolls itself (a table). `scroll`: the body scrolls, with padding. */
  readonly body?: 'fill' | 'scroll';
  readonly children: ReactNode;
}

export function Page({
  title,
  before,
  after,
  search,
  actions,
  primary,
  toolbar,
  body = 'scroll',
  children,
}: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = texts.parts.windowTitle({ screen: title });
  }, [title]);
  useEffect(() => {
    // The control that led here may be gone with its screen; then the heading gets the focus.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.heading}>
          {before}
          <Title
            order={1}
            dir="auto"
            className={styles.title}
            title={title}
            ref={heading}
            tabIndex={-1}
            // A page with a back button starts with its heading.
            data-leads-to-list={before === undefined || undefined}
          >
            {title}
          </Title>
          {after}
        </div>
        {search && <div className={styles.search}>{search}</div>}
        {(actions || primary) && (
          <div className={styles.actions} data-brief>
            {actions}
            {primary}
          </div>
        )}
      </header>
      {toolbar && <div className={styles.toolbar}>{toolbar}</div>}
      <div className={styles.body} data-body={body}>
        {children}
      </div>
    </div>
  );
}
