// The currency ids that the seller uses, with names: the service's document names only 2 = USD.
import { ActionIcon, Button, Table, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { z } from 'zod';
import { type Currency, USD_CURRENCY_ID } from '../../../shared/money.ts';
import { fieldErrors, type Problem } from '../../../shared/problem.ts';
import { settingsSchema } from '../../../shared/settings.ts';
import { texts } from '../../../shared/texts/window.ts';
import { useFirstWrong } from '../../components/form.ts';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { toast } from '../../components/toast.tsx';
import { useKeptDraft, useLeftDraft } from '../../state/draft.ts';
import { useFrame, useFrameState } from '../../state/frame.ts';
import { Section } from './Section.tsx';
import { saveSettings } from './saveSettings.ts';
import styles from './settings.module.css';

const words = texts.settings.currencies;

const currenciesSchema = settingsSchema.shape.currencies;

const DRAFT = { name: 'add-currency', schema: z.object({ id: z.string(), name: z.string() }) };

async function remove(currency: Currency, index: number): Promise<void> {
  const newest = () => useFrameState.getState().frame?.settings.currencies ?? [];
  const problem = await saveSettings({ currencies: newest().filter(({ id }) => id !== currency.id) });
  if (problem) return toast('error', problem.message);
  toast('success', words.removed(currency.name), {
    label: texts.common.undo,
    run: async () => {
      const others = newest().filter(({ id }) => id !== currency.id);
      const again = await saveSettings({ currencies: others.toSpliced(index, 0, currency) });
      if (again) toast('error', again.message);
    },
  });
}

export function CurrenciesSection() {
  const { currencies } = useFrame().settings;
  return (
    <Section title={words.title} about={words.about}>
      <Table aria-label={words.title} className={styles.currencies}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={132}>{words.id}</Table.Th>
            <Table.Th>{words.name}</Table.Th>
            <Table.Th w={48}>
              <span className={styles.unseen}>{words.remove}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {currencies.map((currency, index) => (
            <Table.Tr key={currency.id}>
              <Table.Td>{currency.id}</Table.Td>
              <Table.Td className={styles.cut} title={currency.name}>
                {currency.name}
              </Table.Td>
              <Table.Td>
                {currency.id !== USD_CURRENCY_ID && (
                  <ActionIcon
                    aria-label={words.removeCurrency(currency.name)}
                    title={words.removeCurrency(currency.name)}
                    onClick={() => void remove(currency, index)}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <AddCurrency currencies={currencies} />
    </Section>
  );
}

function AddCurrency({ currencies }: { readonly currencies: readonly Currency[] }) {
  const form = useRef<HTMLFormElement>(null);
  const toFirstWrong = useFirstWrong(form);
  const left = useLeftDraft(DRAFT);
  const [id, setId] = useState(left?.id ?? '');
  const [name, setName] = useState(left?.name ?? '');
  useKeptDraft(DRAFT.name, id === '' && name === '' ? null : { id, name });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<Problem | null>(null);

  const add = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    const wrong: Record<string, string> = {};
    if (!/^\d{1,9}$/.test(id.trim())) wrong.id = words.enterId;
    const next = [...currencies, { id: Number(id.trim()) || 0, name: name.trim() }];
    const checked = currenciesSchema.safeParse(next);
    const found = checked.success ? {} : fieldErrors(checked.error);
    const at = (field: string) => wrong[field] ?? found[`${currencies.length}.${field}`];
    const sameName = currencies.some((other) => other.name.toLowerCase() === name.trim().toLowerCase());
    const idError = at('id');
    const nameError = at('name') ?? (sameName ? words.sameName : undefined);
    if (idError !== undefined || nameError !== undefined) {
      setErrors({ ...(idError && { id: idError }), ...(nameError && { name: nameError }) });
      return toFirstWrong(null);
    }
    setErrors({});
    const refused = await saveSettings({ currencies: next });
    if (refused) return setProblem(refused);
    setId('');
    setName('');
    toast('success', words.added(name.trim()));
    form.current?.querySelector('input')?.focus();
  };

  return (
    <form
      ref={form}
      onSubmit={(event) => void add(event)}
      onChange={() => setProblem(null)}
      noValidate
      className={styles.addCurrency}
    >
      <TextInput
        label={words.currencyId}
        inputMode="numeric"
        autoComplete="off"
        value={id}
        onChange={(event) => {
          setId(event.currentTarget.value);
          setErrors({});
        }}
        error={errors.id}
      />
      <TextInput
        label={words.currencyName}
        placeholder={words.nameExample}
        autoComplete="off"
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setErrors({});
        }}
        error={errors.name}
      />
      <Button type="submit" variant="default">
        {words.add}
      </Button>
      <Text size="xs" c="dimmed" className={styles.wide}>
        {words.nameAbout}
      </Text>
      <div className={styles.wide}>
        <ProblemAlert title={words.notAdded} problem={problem} />
      </div>
    </form>
  );
}
