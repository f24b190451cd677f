// "Replace with a new price" for the selected links: a new price, a change such as "+10 %" or "−20", or a discount.
import { Fieldset, Group, Progress, Skeleton, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Output } from '../../../shared/contract.ts';
import { countReplaced, type PriceChange, pricesAfter } from '../../../shared/new-prices.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { type Checked, DialogForm, useDialogForm } from '../../kit/form.tsx';
import { notify, orNotify, shownStoreId } from '../../kit/notify.tsx';
import { ProblemAlert, QuestionBody, RichText } from '../../kit/parts.tsx';
import { PriceText } from '../../kit/values.tsx';
import { useFrame } from '../../state/frame.ts';
import { useAnswer } from '../../state/live.ts';
import { LinkWarningAlert } from '../share/LinkWarningAlert.tsx';
import styles from './LinkForm.module.css';
import { readChange } from './price-change.ts';

const t = texts.replacementOfMany;
const { sold: soldWords } = texts.newPrice;

type Selected = Output<'links.beforeReplace'>;

interface ReplaceLinksProps {
  readonly ids: readonly string[];
  close(): void;
  replaced(): void;
}

export function ReplaceLinks(props: ReplaceLinksProps) {
  const { data: selected, problem } = useAnswer('links.beforeReplace', { ids: [...props.ids] });
  if (problem) return <ProblemAlert problem={problem} />;
  if (!selected) return <Skeleton height={280} />;
  if (selected.toReplace > 0) return <PriceForm selected={selected} {...props} />;
  return <QuestionBody about={t.none} sentences={whatStays(selected.left)} />;
}

interface TypedChange {
  readonly currencyId: string;
  readonly price: string;
  readonly discount: string;
}

/** One row for each currency of the links, most used first. */
function blankRows(byPrices: Selected['byPrices']): TypedChange[] {
  const links = new Map<number, number>();
  for (const same of byPrices) {
    for (const { currencyId } of same.prices) links.set(currencyId, (links.get(currencyId) ?? 0) + same.links);
  }
  const mostFirst = [...links].sort(([, one], [, other]) => other - one);
  return mostFirst.map(([currencyId]) => ({ currencyId: String(currencyId), price: '', discount: '' }));
}

function PriceForm({ ids, selected, close, replaced }: ReplaceLinksProps & { readonly selected: Selected }) {
  const { currencies } = useFrame().settings;
  const { byPrices, toReplace, left } = selected;
  const [storeId] = useState(shownStoreId);
  const initial = { rows: blankRows(byPrices) };

  const read = ({ rows }: typeof initial): Checked<PriceChange[]> => {
    const errors: Record<string, string> = {};
    const changes = rows.map(({ currencyId, ...row }, index): PriceChange => {
      const changeOf = (field: 'price' | 'discount') => {
        const change = readChange(row[field], currencyId, currencies);
        if (change.ok) return change.value;
        errors[`rows.${index}.${field}`] = change.errors.text ?? '';
        return null;
      };
      return { currencyId: Number(currencyId), price: changeOf('price'), discount: changeOf('discount') };
    });
    return Object.keys(errors).length === 0 ? { ok: true, value: changes } : { ok: false, errors };
  };
  const form = useDialogForm({
    initial,
    check: (typed) => {
      const changes = read(typed);
      if (!changes.ok || countReplaced(byPrices, changes.value).replaced > 0) return changes;
      return { ok: false, errors: { 'rows.0.price': t.nothingChanges } };
    },
    save: (changes) => call('links.replaceMany', { ids: [...ids], changes }),
    saved: (answer) => {
      close();
      replaced();
      toastReplaced(storeId, answer);
    },
  });
  const changes = read(form.values);
  const now = countReplaced(byPrices, changes.ok ? changes.value : []);
  return (
    <DialogForm
      form={form}
      preview={
        <Text size="sm" fw={600} aria-live="polite">
          {t.question({ links: now.replaced, unchanged: toReplace - now.replaced })}
        </Text>
      }
      submit={t.submit}
      close={close}
    >
      <QuestionBody sentences={[t.whatHappens, ...whatStays(left)]} />
      {form.values.rows.map(({ currencyId }, index) => (
        <Fieldset
          key={currencyId}
          legend={
            currencies.find(({ id }) => String(id) === currencyId)?.name ??
            texts.linkForm.prices.unlistedCurrency({ id: currencyId })
          }
          className={styles.price ?? ''}
        >
          <Group grow gap={12} align="start" pb={8}>
            <TextInput
              label={texts.links.facts.price}
              placeholder="+10 %"
              autoComplete="off"
              {...form.getInputProps(`rows.${index}.price`)}
            />
            <TextInput
              label={texts.linkForm.prices.discounted}
              placeholder="−20"
              autoComplete="off"
              {...form.getInputProps(`rows.${index}.discount`)}
            />
          </Group>
        </Fieldset>
      ))}
      <Text size="xs" c="dimmed">
        {t.hint}
      </Text>
      <NewPrices byPrices={byPrices} changes={changes.ok ? changes.value : []} />
      <LinkWarningAlert
        of={now.sold > 0 ? { title: soldWords.title({ sold: now.sold }), body: soldWords.body } : null}
      />
      {form.slow && <Progress value={100} animated aria-label={t.replacing} />}
    </DialogForm>
  );
}

/** Every selected link may have another price, so only the most frequent ones are listed. */
const LISTED = 50;

function NewPrices({ byPrices, changes }: Pick<Selected, 'byPrices'> & { readonly changes: readonly PriceChange[] }) {
  const sorted = byPrices.toSorted((one, other) => other.links - one.links);
  const others = sorted.slice(LISTED).reduce((sum, { links }) => sum + links, 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the keyboard
    <ul className={styles.newPrices} aria-label={t.oldPrices.title} tabIndex={0}>
      {sorted.slice(0, LISTED).map(({ prices, links }) => {
        const old = <PriceText prices={prices} />;
        const after = pricesAfter(prices, changes);
        const phrase = after
          ? t.oldPrices.becomes({ links, old, now: <PriceText prices={after} /> })
          : t.oldPrices.at({ links, old });
        return (
          <Text key={JSON.stringify(prices)} component="li" size="sm" c={after ? '' : 'dimmed'}>
            <RichText of={phrase} />
          </Text>
        );
      })}
      {others > 0 && (
        <Text component="li" size="sm">
          {t.oldPrices.others({ links: others })}
        </Text>
      )}
    </ul>
  );
}

/** How many links cannot be replaced, by reason. */
const whatStays = (left: Selected['left']): (string | false)[] =>
  (['leaving', 'unsent', 'withoutUuid'] as const).map(
    (reason) => left[reason] > 0 && t[reason]({ links: left[reason] }),
  );

/** Shows that links were replaced, with "Undo". */
export function toastReplaced(storeId: string, { ids, left }: Output<'links.replaceMany'>): void {
  const undo = async () => {
    const answer = await orNotify(call('links.undoReplaceMany', { storeId, ids }));
    if (!answer) return;
    const { undone, deleted, late } = answer;
    notify(late === 0 ? 'success' : 'attention', undone === 0 ? t.noneUndone : t.undone({ undone, deleted, late }));
  };
  notify('success', t.done({ replaced: ids.length, left }), ids.length > 0 ? { undo } : {});
}
