// Adds a currency to the seller's list, in Settings and inside a price form; so it is no form element itself.
import { Button, Group, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Output } from '../../../shared/contract.ts';
import { asCurrencyName } from '../../../shared/currency-names.ts';
import type { Currency } from '../../../shared/money.ts';
import { fieldErrors, type Problem } from '../../../shared/problem.ts';
import { settingsSchema } from '../../../shared/settings.ts';
import { plainText } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/window.ts';
import { useFirstWrong } from '../../components/form.ts';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { useFrame } from '../../state/frame.ts';
import { useOneAtATime } from '../../state/one-at-a-time.ts';
import { saveSettings } from './saveSettings.ts';
import styles from './settings.module.css';

const t = texts.settings.currencies;
const currenciesSchema = settingsSchema.shape.currencies;

interface Typed {
  readonly id: string;
  readonly name: string;
}

interface AddCurrencyProps {
  /** Adds "Cancel" and takes the focus. */
  cancel?(): void;
  added?(currency: Currency): void;
}

type Wrong = Partial<Record<keyof Typed, string>>;

/** The list with the typed currency, or the errors of what was typed. */
function check({ id, name }: Typed, currencies: readonly Currency[]): { next: Currency[]; wrong: Wrong } {
  const number = plainText(id);
  const next = [...currencies, { id: Number(number) || 0, name: name.trim() }];
  const checked = currenciesSchema.safeParse(next);
  const found = checked.success ? {} : fieldErrors(checked.error);
  const at = (field: string) => found[`${currencies.length}.${field}`];
  const isKnown = currencies.some((other) => other.name.toLowerCase() === name.trim().toLowerCase());
  const idError = /^\d{1,9}$/.test(number) ? at('id') : t.enterId;
  const nameError = at('name') ?? (isKnown ? t.sameName : undefined);
  return { next, wrong: { ...(idError && { id: idError }), ...(nameError && { name: nameError }) } };
}

/** The same object unless its name is stored otherwise than it was typed: "eur" as "EUR". */
function asStored(typed: Typed): Typed {
  const name = asCurrencyName(typed.name);
  return name === typed.name ? typed : { ...typed, name };
}

type CurrencyUse = Output<'settings.currencyUse'>;

/** The values of a sentence such as "2 links, 1 product and 30 sales have prices in EUR". */
export const describeUse = ({ links, products, sales, isLeast }: CurrencyUse) => ({
  users: [
    ...(links > 0 ? [t.users.links({ links })] : []),
    ...(products > 0 ? [t.users.products({ products })] : []),
    ...(sales > 0 ? [t.users.sales({ sales })] : []),
  ],
  count: links + products + sales,
  isLeast,
});

export const isUsed = ({ links, products, sales }: CurrencyUse): boolean => links + products + sales > 0;

export function AddCurrency({ cancel, added }: AddCurrencyProps) {
  const { currencies } = useFrame().settings;
  const fields = useRef<HTMLDivElement>(null);
  const toFirstWrong = useFirstWrong(fields);
  const [typed, setTyped] = useState<Typed>({ id: '', name: '' });
  const [wrong, setWrong] = useState<Wrong>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const saving = useOneAtATime();
  const toFirst = () => fields.current?.querySelector('input')?.focus();
  const about = useId();
  const begins = cancel !== undefined;
  useEffect(() => {
    if (begins) fields.current?.querySelector('input')?.focus();
  }, [begins]);

  const type = (part: Partial<Typed>) => {
    setTyped({ ...typed, ...part });
    setWrong({});
    setProblem(null);
  };
  const add = async (typed: Typed) => {
    const now = asStored(typed);
    setTyped(now);
    const { next, wrong: found } = check(now, currencies);
    setProblem(null);
    setWrong(found);
    if (Object.keys(found).length > 0) return toFirstWrong(null);
    const currency = next.at(-1) as Currency;
    const refused = await saveSettings({ currencies: next });
    if (refused) return setProblem(refused);
    // What was typed meanwhile stays.
    setTyped((latest) => (latest === now ? { id: '', name: '' } : latest));
    if (added) added(currency);
    else toFirst();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && cancel) {
      // Must not close a panel around it.
      event.preventDefault();
      cancel();
      return;
    }
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return;
    // Must not submit the surrounding form.
    event.preventDefault();
    void saving.run(() => add(typed));
  };

  /** Escape on these does not close the dialog around them. */
  const own = cancel && { 'data-mantine-stop-propagation': true };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame of its own
    <div
      ref={fields}
      role="group"
      aria-label={t.add}
      aria-describedby={about}
      className={styles.addCurrency}
      onKeyDown={onKeyDown}
    >
      <TextInput
        {...own}
        label={t.currencyId}
        inputMode="numeric"
        autoComplete="off"
        value={typed.id}
        onChange={(event) => type({ id: event.currentTarget.value })}
        error={wrong.id}
      />
      <TextInput
        {...own}
        label={t.currencyName}
        placeholder={t.nameExample}
        autoComplete="off"
        value={typed.name}
        onChange={(event) => type({ name: event.currentTarget.value })}
        onBlur={() => setTyped(asStored)}
        error={wrong.name}
      />
      <Group gap={8} className={styles.addButtons ?? ''}>
        <Button {...own} variant="default" onClick={() => void saving.run(() => add(typed))}>
          {t.add}
        </Button>
        {cancel && (
          <Button {...own} variant="subtle" onClick={cancel}>
            {texts.common.cancel}
          </Button>
        )}
      </Group>
      <Text id={about} size="xs" c="dimmed" className={styles.wide}>
        {cancel ? t.idAbout : t.nameAbout}
      </Text>
      <div className={styles.wide}>
        <ProblemAlert title={t.notAdded} problem={problem} />
      </div>
    </div>
  );
}
