// Keeps waiting rows in place while the pointer rests over them or the keyboard is on one: those that were sent stay among
// the others, and the list closes up afterwards.
import { type RefObject, useCallback, useEffect, useReducer, useRef } from 'react';
import type { ActionRow } from '../../../shared/action.ts';
import { call } from '../../bridge.ts';
import type { Pages } from '../../state/live.ts';

/** So many rows above and below the visible ones stay too, for scrolling a little. */
const AROUND = 20;
/** Once all changes are sent, rows stay until the seller has not used them for so long, ms. */
const UNUSED_MS = 5_000;

const USES = ['pointermove', 'pointerdown', 'keydown'] as const;

type Rows = Pick<Pages<'sync.list'>, 'total' | 'isCurrent' | 'rowAt' | 'indexOf' | 'moved' | 'show'>;

/** A row that is no longer listed. `at`: the index in the list of the row that follows it. */
interface Kept {
  readonly at: number;
  readonly row: ActionRow;
}

const isUsed = (list: HTMLElement | null): boolean =>
  list !== null && (list.matches(':hover') || list.querySelector(':focus-visible') !== null);

/** `list`: the element around the table. */
export function useHeldRows(pages: Rows, list: RefObject<HTMLElement | null>): Omit<Rows, 'isCurrent'> {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  /** The rows on screen when it was rendered last, in their order. */
  const shown = useRef<readonly ActionRow[]>([]);
  const visible = useRef({ first: 0, last: 0 });
  /** How changes ended whose rows are no longer listed; null while that is loaded. */
  const ended = useRef(new Map<string, ActionRow | null>());
  /** The first listed row on screen, and how far rows have moved, when it was rendered last. */
  const before = useRef({ id: '', place: 0, kept: 0, moved: pages.moved });

  /** All changes are sent, and the list has not been used since. */
  const isOver = useRef(false);
  if (pages.total !== 0) isOver.current = false;
  // Rows that another search hides were not sent.
  if (!pages.isCurrent) shown.current = [];
  const kept = isUsed(list.current) && !isOver.current ? keptAmong(shown.current, pages.indexOf, ended.current) : [];
  if (kept.length === 0) ended.current.clear();

  const listedBefore = (place: number): number => place - kept.filter((one, index) => one.at + index < place).length;
  const rowAt = (place: number): ActionRow | undefined =>
    kept.find((one, index) => one.at + index === place)?.row ?? pages.rowAt(listedBefore(place));
  const indexOf = (id: string): number | undefined => {
    const among = kept.findIndex(({ row }) => row.id === id);
    if (among >= 0) return (kept[among]?.at ?? 0) + among;
    const index = pages.indexOf(id);
    return index === undefined ? undefined : index + kept.filter(({ at }) => at <= index).length;
  };

  // While rows are kept, and when they go, the others stay where they are, or the table scrolls along with them.
  const last = before.current;
  const place = kept.length > 0 || last.kept > 0 ? indexOf(last.id) : undefined;
  const extra = useRef(0);
  if (place !== undefined) extra.current = last.moved + place - last.place - pages.moved;
  const moved = pages.moved + extra.current;

  const remember = () => {
    if (!pages.isCurrent) return;
    const rows = [];
    let first: { readonly id: string; readonly place: number } | undefined;
    for (let at = Math.max(0, visible.current.first - AROUND); at <= visible.current.last + AROUND; at += 1) {
      const row = rowAt(at);
      if (!row) continue;
      rows.push(row);
      if (at >= visible.current.first && pages.indexOf(row.id) !== undefined) first ??= { id: row.id, place: at };
    }
    shown.current = rows;
    before.current = { id: first?.id ?? '', place: first?.place ?? 0, kept: kept.length, moved };
  };
  useEffect(remember);

  // Asked once each.
  const unknown = kept.flatMap(({ row: { id } }) => (ended.current.has(id) ? [] : id));
  useEffect(() => {
    for (const id of unknown) {
      ended.current.set(id, null);
      void call('sync.get', { id }).then((answer) => {
        const ending = answer.ok && answer.value ? answer.value.ending : 'unknown';
        // It may just be on its way to the history: it is asked again after the next change.
        if (ending === null) return void ended.current.delete(id);
        if (ending === 'sent' && answer.ok) ended.current.set(id, answer.value);
        // What the seller decided about goes at once.
        else shown.current = shown.current.filter((row) => row.id !== id);
        redraw();
      });
    }
  });

  const isAllSent = pages.total === 0 && kept.length > 0;
  useEffect(() => {
    const element = list.current;
    if (!isAllSent || !element) return;
    const close = () => {
      isOver.current = true;
      redraw();
    };
    let timer = setTimeout(close, UNUSED_MS);
    const used = () => {
      clearTimeout(timer);
      timer = setTimeout(close, UNUSED_MS);
    };
    for (const event of USES) element.addEventListener(event, used);
    return () => {
      clearTimeout(timer);
      for (const event of USES) element.removeEventListener(event, used);
    };
  }, [isAllSent, list]);

  useEffect(() => {
    const element = list.current;
    const left = () => requestAnimationFrame(redraw);
    element?.addEventListener('pointerleave', left);
    element?.addEventListener('focusout', left);
    return () => {
      element?.removeEventListener('pointerleave', left);
      element?.removeEventListener('focusout', left);
    };
  }, [list]);

  const latest = { pages, listedBefore, remember };
  const now = useRef(latest);
  now.current = latest;
  // A new function when rows start or stop being kept, so that the table reports its visible rows again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as said
  const show = useCallback<Rows['show']>(
    (first, last, keyboard, holds) => {
      const { pages, listedBefore, remember } = now.current;
      visible.current = { first, last };
      remember();
      const end = Math.max(0, (pages.total ?? 1) - 1);
      const listed = (place: number) => Math.min(listedBefore(place), end);
      pages.show(listed(first), listed(last), listed(keyboard), holds);
    },
    [pages.show, kept.length],
  );
  const total = pages.total === undefined ? undefined : pages.total + kept.length;
  return { total, rowAt, indexOf, moved, show };
}

/** The rows that are no longer listed, each before the listed row that followed it. */
function keptAmong(
  rows: readonly ActionRow[],
  indexOf: Rows['indexOf'],
  ended: ReadonlyMap<string, ActionRow | null>,
): Kept[] {
  const kept: Kept[] = [];
  const places = rows.map(({ id }) => indexOf(id));
  let next = (places.findLast((place) => place !== undefined) ?? -1) + 1;
  for (const [at, row] of [...rows.entries()].reverse()) {
    const place = places[at];
    if (place === undefined) kept.unshift({ at: next, row: ended.get(row.id) ?? row });
    else next = place;
  }
  return kept;
}
