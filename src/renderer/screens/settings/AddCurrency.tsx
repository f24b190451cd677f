// Adds a currency to the seller's list, in Settings and inside a price form; so it is no form element itself.
import { Button, Group, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { asCurrencyName, CURRENCY_CODES } from '../../../shared/currency-names.ts';
import { foldText } from '../../../shared/fold.ts';
import { type Currency, currencySchema } from '../../../shared/money.ts';
import { fieldErrors, type Problem } from '../../../shared/problem.ts';
import { plainText } from '../../../shared/text.ts';
import { languageInUse } from '../../../shared/texts/catalog.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { useFirstWrong } from '../../kit/form.tsx';
import { ProblemAlert } from '../../kit/parts.tsx';
import { useFrame } from '../../state/frame.ts';
import { useSingleFlight } from '../../state/single-flight.ts';
import styles from './settings.module.css';

const t = texts.settings.currencies;

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

const names = new Intl.DisplayNames([languageInUse()], { type: 'currency', fallback: 'none' });

/** "Euro" for "EUR"; empty for a name that is no code. */
export const currencyName = (code: string): string => (/^[A-Z]{3}$/.test(code) ? (names.of(code) ?? '') : '');

/** The currency that was typed, or what is wrong with it. */
function read({ id, name }: Typed, known: readonly Currency[]): { currency: Currency; wrong: Wrong } {
  const number = plainText(id);
  const written = foldText(name.trim());
  const code = CURRENCY_CODES.find((code) => written !== '' && foldText(currencyName(code)) === written);
  const currency = { id: Number(number), name: code ?? asCurrencyName(name) };
  const checked = currencySchema.safeParse(currency);
  const found = checked.success ? {} : fieldErrors(checked.error);
  const isSame = known.some((other) => other.name.toLowerCase() === currency.name.toLowerCase());
  const wrong: Wrong = {
    ...(found.name === undefined ? isSame && { name: t.sameName } : { name: found.name }),
    ...(/^\d{1,9}$/.test(number)
      ? known.some((other) => other.id === currency.id) && { id: shared.fields.settings.currencyIdTwice }
      : { id: t.enterId }),
  };
  return { currency, wrong };
}

export function AddCurrency({ cancel, added }: AddCurrencyProps) {
  const { currencies } = useFrame().settings;
  const fields = useRef<HTMLDivElement>(null);
  const toFirstWrong = useFirstWrong(fields);
  const [typed, setTyped] = useState<Typed>({ id: '', name: '' });
  const [wrong, setWrong] = useState<Wrong>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const saving = useSingleFlight();
  const listId = useId();
  const toFirst = () => fields.current?.querySelector('input')?.focus();
  const begins = cancel !== undefined;
  useEffect(() => {
    const inputs = [...(fields.current?.querySelectorAll('input') ?? [])];
    if (begins) inputs.find(({ value }) => value === '')?.focus();
  }, [begins]);

  const type = (part: Partial<Typed>) => {
    setTyped({ ...typed, ...part });
    setWrong({});
    setProblem(null);
  };
  const add = async () => {
    const { currency, wrong } = read(typed, currencies);
    setProblem(null);
    setWrong(wrong);
    if (Object.keys(wrong).length > 0) return toFirstWrong(null);
    const saved = await call('settings.update', { currencies: [...currencies, currency] });
    if (!saved.ok) return setProblem(saved.problem);
    // What was typed meanwhile stays.
    setTyped((latest) => (latest === typed ? { id: '', name: '' } : latest));
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
    void saving.run(add);
  };

  /** Escape on these does not close the dialog around them. */
  const own = cancel && { 'data-mantine-stop-propagation': true };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame of its own
    <div ref={fields} role="group" aria-label={t.add} className={styles.addCurrency} onKeyDown={onKeyDown}>
      <TextInput
        {...own}
        label={t.currencyName}
        placeholder={t.nameExample}
        autoComplete="off"
        list={listId}
        value={typed.name}
        onChange={(event) => type({ name: event.currentTarget.value })}
        error={wrong.name}
      />
      <datalist id={listId}>
        {CURRENCY_CODES.map((code) => (
          <option key={code} value={code} label={currencyName(code)} />
        ))}
      </datalist>
      <TextInput
        {...own}
        label={t.currencyId}
        inputMode="numeric"
        autoComplete="off"
        value={typed.id}
        onChange={(event) => type({ id: event.currentTarget.value })}
        error={wrong.id}
      />
      <Group gap={8} className={styles.wide ?? ''}>
        <Button {...own} variant="default" onClick={() => void saving.run(add)}>
          {t.add}
        </Button>
        {cancel && (
          <Button {...own} variant="subtle" onClick={cancel}>
            {shared.shell.confirm.cancel}
          </Button>
        )}
      </Group>
      <div className={styles.wide}>
        <ProblemAlert title={texts.common.failed} problem={problem} />
      </div>
    </div>
  );
}
