// The command palette: every screen, every "New …", settings by name, the focused row's commands, and a search of records.
import { Kbd, Modal, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { takeKeyboard } from '../../kit/form.tsx';
import { ErrorBoundary, ProblemAlert } from '../../kit/parts.tsx';
import { useShortcut } from '../../state/shortcuts.ts';
import styles from './palette.module.css';
import { closePalette, openPalette, type Row, usePalette } from './palette.ts';
import { useRows } from './rows.tsx';

const t = texts.palette;

/** Only the list inside scrolls. */
const COLUMN = { display: 'flex', flexDirection: 'column', minHeight: 0, overflow: 'hidden' } as const;

export function Palette() {
  const { isOpen } = usePalette();
  useShortcut('palette', openPalette);
  return (
    <Modal
      opened={isOpen}
      onClose={closePalette}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': shared.shell.menu.palette } }}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      yOffset="clamp(8px, 20vh - 52px, 64px)"
      size={620}
      padding={0}
      styles={{ content: COLUMN, body: COLUMN }}
    >
      <ErrorBoundary>
        <Content />
      </ErrorBoundary>
    </Modal>
  );
}

function Content() {
  const [typed, setTyped] = useState('');
  const search = typed.trim();
  const { groups, problem, isSearched } = useRows(search);
  const rows = groups.flatMap((group) => group.rows);
  /** The key of the active row, so that it stays active when rows are added before it. */
  const [chosen, setChosen] = useState<{ readonly search: string; readonly key: string } | null>(null);
  const place = chosen?.search === search ? rows.findIndex(({ key }) => key === chosen.key) : -1;
  const current = rows[Math.max(0, place)];
  /** The seller pressed Enter before the rows for the typed text arrived. */
  const [isEarly, setIsEarly] = useState(false);
  const isReady = current !== undefined && (isSearched || current.isCommand === true);
  const listId = useId();
  /** One id for each record, because screen readers announce a row only when the id changes. */
  const optionId = (row: Row) => `${listId}-${encodeURIComponent(row.key)}`;
  const list = useRef<HTMLDivElement>(null);

  const act = (row: Row) => {
    if (row.disabled) return;
    // Returns the focus first, so that a dialog opened by the command returns it to the same control.
    closePalette();
    row.run();
  };
  useEffect(() => {
    if (!isEarly || !(isReady || isSearched)) return;
    setIsEarly(false);
    if (current) act(current);
  });
  useEffect(() => {
    if (chosen) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const choose = (row: Row | undefined) => row && setChosen({ search, key: row.key });
  const onKeyDown = (event: KeyboardEvent) => {
    const index = Math.max(0, place);
    if (event.key === 'ArrowDown') choose(rows[(index + 1) % rows.length]);
    else if (event.key === 'ArrowUp') choose(rows.at(index - 1));
    else if (event.key === 'Enter') {
      if (isReady && current) act(current);
      else if (!isSearched) setIsEarly(true);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const status = !isSearched
    ? t.looking
    : rows.length === 0
      ? texts.common.nothingFound
      : t.found({ count: rows.length });
  return (
    <>
      <TextInput
        // The focus trap would focus it after a timer, and letters typed before that would be lost.
        ref={takeKeyboard}
        variant="unstyled"
        size="lg"
        px={8}
        py={4}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setIsEarly(false);
        }}
        onKeyDown={onKeyDown}
        maxLength={2_000}
        placeholder={t.search}
        aria-label={t.search}
        role="combobox"
        aria-expanded={rows.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isReady ? optionId(current) : undefined}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      <div ref={list} className={styles.list} id={listId} role="listbox" aria-label={t.results} aria-busy={!isSearched}>
        {groups.map(({ label, rows }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
          <div key={label} role="group" aria-label={label}>
            <Text size="xs" fw={500} c="dimmed" px={12} pt={8} pb={4} aria-hidden>
              {label}
            </Text>
            {rows.map((row) => (
              <UnstyledButton
                key={row.key}
                id={optionId(row)}
                role="option"
                tabIndex={-1}
                aria-selected={row === current}
                disabled={row.disabled === true}
                className={styles.row}
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => row !== current && choose(row)}
                onClick={() => act(row)}
              >
                <row.Icon size={16} color="var(--mantine-color-dimmed)" style={{ flex: 'none' }} aria-hidden />
                <Text span inherit truncate maw="60%" flex="none" dir="auto" title={row.label}>
                  {row.label}
                </Text>
                <Text span size="xs" c="dimmed" truncate flex={1} dir="auto" title={row.description}>
                  {row.description}
                </Text>
                {row.beside}
                {row.keys && <Kbd size="xs">{row.keys}</Kbd>}
              </UnstyledButton>
            ))}
          </div>
        ))}
      </div>
      <ProblemAlert problem={problem} />
      {isSearched && rows.length === 0 && (
        <Text size="sm" c="dimmed" px={16} py={8}>
          {t.whatToTry}
        </Text>
      )}
      {search !== '' && (
        <Text size="xs" c="dimmed" px={16} py={8} className={styles.foot ?? ''} role="status">
          {status}
        </Text>
      )}
    </>
  );
}
