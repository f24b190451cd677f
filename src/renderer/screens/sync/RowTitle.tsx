// The title of a change in a row: words where they fit, otherwise its kind and what distinguishes it.
import { Text } from '@mantine/core';
import { IconCoin, IconLinkPlus, IconPackage, IconTrash, IconWebhook } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ActionKind, ActionRow } from '../../../shared/action.ts';
import { enumerated } from '../../../shared/sentences.ts';
import { texts } from '../../../shared/texts/window.ts';
import { CutTitle } from '../../components/CutTitle.tsx';
import { whileResized } from '../../components/CutValue.tsx';
import type { Column } from '../../components/table-columns.ts';
import { textWidth, twoLinesWidth } from '../../components/text-width.ts';
import styles from './sync.module.css';

const ICONS: Readonly<Record<ActionKind, typeof IconTrash>> = {
  'product.create': IconPackage,
  'product.update': IconCoin,
  'link.create': IconLinkPlus,
  'link.delete': IconTrash,
  'settings.update': IconWebhook,
};
const { kinds } = texts.sync;
const COMMA = enumerated(['', '']);

/** Px of the icon with its gap, and between the parts of the short form. */
const ICON = 24;
const GAP = 12;
/** Px of two lines of facts, at least. */
const TWO_LINES = 30;

function RowTitle({ row }: { readonly row: ActionRow }) {
  const { kind, title, brief } = row;
  const { name, facts } = brief;
  const Icon = ICONS[kind];
  return (
    <span className={styles.rowTitle} title={title}>
      <Icon size={16} aria-hidden />
      <span className={styles.sentence}>{title}</span>
      <span className={styles.kind} aria-hidden>
        {kinds[kind]}
      </span>
      <span className={styles.brief} aria-hidden>
        {/* Each with its width on two lines, for tables without room for one. */}
        <CutTitle style={{ flexBasis: twoLinesWidth(name) }}>{name}</CutTitle>
        {facts !== '' && <Facts facts={facts} />}
      </span>
    </span>
  );
}

/** Facts are broken between them only. Without room for that, see `choicesOf`. */
function Facts({ facts }: { readonly facts: string }) {
  const shown = useRef<HTMLSpanElement>(null);
  const whole = enumerated(factsOf(facts).map(unbroken));
  useEffect(() => {
    const element = shown.current;
    if (!element) return;
    const fits = (text: string): boolean => {
      element.textContent = text;
      // In a table with room it is no block, and has no size of its own.
      return element.clientWidth === 0 || element.scrollHeight <= element.clientHeight + 1;
    };
    return whileResized(element, () => {
      // On one line nothing is broken, and the text stays as it is.
      if (fits(facts) && element.clientHeight < TWO_LINES) return;
      if (fits(whole)) return;
      const shown = choicesOf(factsOf(facts)).find((choice) => {
        const numbers = choice.filter((fact, at) => at === 0 || hasNumber(fact));
        // What follows them is cut, and the ellipsis needs room too.
        return fits(`${enumerated(numbers)}${numbers.length < choice.length ? `${COMMA}…` : ''}`);
      });
      element.textContent = shown ? enumerated(shown) : facts;
    });
  }, [facts, whole]);
  return (
    <span ref={shown} data-facts style={{ flexBasis: factsWidth(facts) }}>
      {facts}
    </span>
  );
}

/** What may be shown of facts: all, with only names broken, then with anything broken; then without the first prices. */
const choicesOf = (facts: readonly string[]): readonly (readonly string[])[] => [
  facts.map((fact) => (hasNumber(fact) ? unbroken(fact) : fact)),
  facts,
  ...facts.slice(1).map((_, at) => ['…', ...facts.slice(at + 1)]),
];

const hasNumber = (fact: string): boolean => /\d/.test(fact);

const factsOf = (facts: string): readonly string[] => facts.split(COMMA);

/** A fact that is broken over two lines only where it does not fit on one: without places to break it at. */
const unbroken = (fact: string): string =>
  fact.replaceAll(' ', '\u00a0').replaceAll(/[\p{Dash_Punctuation}/?|]/gu, '\u2060$&\u2060');

/** The width of facts on two lines, broken only between them, in px. */
function factsWidth(all: string): number {
  const facts = factsOf(all);
  const widths = facts.map((_, at) =>
    Math.max(textWidth(enumerated(facts.slice(0, at + 1))), textWidth(enumerated(facts.slice(at + 1)))),
  );
  return Math.min(...widths) + textWidth(COMMA);
}

/** The title column of both lists. `before`: px in front of the title. */
export function changeColumn(before: number): Column<ActionRow> {
  const short = ({ brief: { name, facts } }: ActionRow) =>
    before + ICON + textWidth(name) + (facts === '' ? 0 : GAP + textWidth(facts));
  const onTwoLines = ({ brief: { name, facts } }: ActionRow) =>
    before + ICON + twoLinesWidth(name) + (facts === '' ? 0 : GAP + factsWidth(facts));
  const withKind = ({ kind }: ActionRow) => textWidth(kinds[kind], 12) + GAP;
  return {
    key: 'change',
    header: texts.sync.columns.change,
    width: {
      min: 120,
      need: ({ title }) => before + ICON + textWidth(title),
      short: (row) => withKind(row) + short(row),
      wrapped: (row) => withKind(row) + onTwoLines(row),
      cramped: onTwoLines,
    },
    cell: (row) => <RowTitle row={row} />,
  };
}

/** Names the change that a question is about, whole: many look alike. */
export const ChangeTitle = ({ title }: { readonly title: string }) => (
  <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
    {title}
  </Text>
);
