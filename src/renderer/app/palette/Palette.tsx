// The command palette: every screen, every "New …", and search over products and payment links.
import { Kbd, Text, UnstyledButton } from '@mantine/core';
import { SpotlightRoot, SpotlightSearch, useSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { Phrase } from '../../components/parts.tsx';
import { useFrame } from '../../state/frame.ts';
import { formatKeys, useShortcut } from '../../state/shortcuts.ts';
import styles from './palette.module.css';
import { closePalette, openPalette, paletteStore, returnFocus } from './palette.ts';
import { type Listed, labelOf, listed, type Row } from './rows.tsx';
import { useFound } from './useFound.ts';

const t = texts.palette;

const NOTHING: Listed = { found: null, groups: [], hits: '' };

/** A row is run (opened), or its checkout link is copied. */
type Way = 'run' | 'copy';

export function Palette() {
  const { opened } = useSpotlight(paletteStore);
  /** Runs once the palette is closed. */
  const after = useRef<(() => void) | null>(null);
  useShortcut('palette', openPalette);
  return (
    <SpotlightRoot
      store={paletteStore}
      shortcut={null}
      attributes={{ content: { 'aria-label': t.title } }}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      yOffset="clamp(8px, 20vh - 52px, 64px)"
      size={620}
      // The focus returns first, so that a dialog opened by the command returns it there too.
      onSpotlightClose={() => {
        returnFocus();
        after.current?.();
        after.current = null;
      }}
      classNames={{ content: styles.content ?? '', body: styles.body ?? '' }}
    >
      {opened && (
        <ErrorBoundary>
          <Content
            close={(then) => {
              after.current = then;
              closePalette();
            }}
          />
        </ErrorBoundary>
      )}
    </SpotlightRoot>
  );
}

/** `close` closes the palette and then runs its argument. */
function Content({ close }: { readonly close: (then: () => void) => void }) {
  const frame = useFrame();
  const [typed, setTyped] = useState('');
  const search = typed.trim();
  const answer = useFound(search, frame.currentStoreId);
  const [inboxRuns, setInboxRuns] = useState<boolean | null>(null);
  useEffect(() => {
    void call('inbox.get', undefined).then((view) => view.ok && setInboxRuns(view.value.address !== null));
  }, []);
  const { found, groups, hits } = answer ? listed(answer, frame, inboxRuns) : NOTHING;
  const rows = groups.flatMap((group) => group.rows);
  /** The active row, by key, so that it stays active when others are added. */
  const [chosen, setChosen] = useState<{ readonly search: string; readonly key: string } | null>(null);
  const kept = chosen?.search === found?.search ? rows.findIndex(({ key }) => key === chosen?.key) : -1;
  const current = rows[Math.max(0, kept)];
  const listId = useId();
  const box = useRef<HTMLInputElement>(null);
  // At once, because the seller types without waiting.
  useLayoutEffect(() => box.current?.focus(), []);
  /** By record: screen readers announce a row only when the id changes. */
  const optionId = (row: Row) => `${listId}-${encodeURIComponent(row.key)}`;
  /** Enter was pressed before the results for the input arrived. */
  const [early, setEarly] = useState<Way | null>(null);
  const isAnswered = found !== null && found.search === search && (found.hits !== null || current !== undefined);

  const act = (row: Row | undefined, way: Way) => {
    const then = way === 'copy' ? row?.copy : row?.run;
    if (then) close(then);
  };
  useEffect(() => {
    if (early === null || !isAnswered) return;
    setEarly(null);
    act(current, early);
  });
  useEffect(() => {
    if (chosen)
      document.querySelector(`#${CSS.escape(listId)} [aria-selected="true"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen, listId]);

  const move = (to: number) => {
    const row = rows[(to + rows.length) % rows.length];
    if (row && found) setChosen({ search: found.search, key: row.key });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = current ? rows.indexOf(current) : 0;
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'PageDown') move(Math.min(at + 6, rows.length - 1));
    else if (event.key === 'PageUp') move(Math.max(at - 6, 0));
    else if (event.key === 'Enter') {
      const way = event.ctrlKey || event.metaKey ? 'copy' : 'run';
      if (isAnswered) act(current, way);
      else setEarly(way);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <div onKeyDownCapture={onKeyDown}>
        <SpotlightSearch
          ref={box}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setEarly(null);
          }}
          maxLength={2_000}
          placeholder={t.search}
          aria-label={t.search}
          role="combobox"
          aria-expanded={rows.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isAnswered && current ? optionId(current) : undefined}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          leftSection={<IconSearch size={16} aria-hidden />}
        />
      </div>
      <div
        className={styles.list}
        id={listId}
        role="listbox"
        aria-label={t.results}
        aria-busy={found?.search !== search}
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
          <div key={group.key} role="group" aria-label={group.label}>
            <div className={styles.group} aria-hidden>
              {group.label}
            </div>
            {group.rows.map((row) => (
              <UnstyledButton
                key={row.key}
                id={optionId(row)}
                role="option"
                tabIndex={-1}
                aria-selected={row === current}
                data-selected={row === current || undefined}
                className={styles.row}
                data-two-lines={row.hasTwoLines}
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => found && row !== current && setChosen({ search: found.search, key: row.key })}
                onClick={(event) => act(row, event.ctrlKey || event.metaKey ? 'copy' : 'run')}
              >
                <row.Icon size={16} aria-hidden className={styles.icon} />
                <span className={styles.texts}>
                  {labelOf(row, styles.label)}
                  <span className={styles.description} dir="auto" title={row.description}>
                    {row.description}
                  </span>
                </span>
                {row.beside}
              </UnstyledButton>
            ))}
          </div>
        ))}
      </div>
      {found?.hits?.problem && (
        <div className={styles.problem}>
          <ProblemAlert title={t.notSearched} problem={found.hits.problem} />
        </div>
      )}
      {rows.length === 0 && found && (
        <div className={styles.nothing}>
          <Text size="sm">{found.hits ? texts.common.nothingFound : hits}</Text>
          {found.hits && (
            <Text size="sm" c="dimmed">
              {t.whatToTry}
            </Text>
          )}
        </div>
      )}
      <div className={styles.foot}>
        <span role="status">{hits}</span>
        <span className={styles.keys}>
          <Phrase of={t.keys.opens({ key: <Kbd size="xs">{formatKeys('enter')}</Kbd> })} />
          {current?.copy && (
            <>
              {' '}
              <Phrase of={t.keys.copies({ key: <Kbd size="xs">{formatKeys('mod+enter')}</Kbd> })} />
            </>
          )}
        </span>
      </div>
    </>
  );
}
