// The currencies that the seller prices in, each with its id on the service. The document names only 2 = USD.
import { ActionIcon, Button, Group, Stack, Table, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { asCurrencyName, CURRENCY_CODES } from '../../../shared/currency-names.ts';
import { foldText } from '../../../shared/fold.ts';
import { type Currency, currencySchema, USD_CURRENCY_ID } from '../../../shared/money.ts';
import { ok } from '../../../shared/problem.ts';
import { plainText } from '../../../shared/text.ts';
import { languageInUse } from '../../../shared/texts/catalog.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { openDialog } from '../../kit/dialogs.tsx';
import { type Checked, checkedBy, DialogForm, useDialogForm } from '../../kit/form.tsx';
import { notify, report, shownStoreId } from '../../kit/notify.tsx';
import { useFrame } from '../../state/frame.ts';
import { Section } from './Section.tsx';
import styles from './settings.module.css';

const t = texts.settings.currencies;

async function remove(currency: Currency): Promise<void> {
  const storeId = shownStoreId();
  const save = (isListed: boolean) => report(call('settings.setCurrency', { storeId, currency, isListed }));
  if (await save(false)) notify('success', t.removed({ name: currency.name }), { undo: () => save(true) });
}

export function CurrenciesSection() {
  const { currencies } = useFrame().settings;
  return (
    <Section id="currencies" title={t.title} about={t.about}>
      <Table aria-label={t.title} layout="fixed" tabularNums>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.linkForm.prices.currency}</Table.Th>
            <Table.Th w={96} ta="right">
              {t.id}
            </Table.Th>
            <Table.Th w={56}>
              <VisuallyHidden>{t.remove}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {currencies.map((currency) => {
            const { id, name } = currency;
            const label = t.removeCurrency({ name });
            return (
              <Table.Tr key={id}>
                <Table.Td className={styles.cut} title={name}>
                  {name}
                  <Text span inherit c="dimmed" ml={8}>
                    {currencyName(name)}
                  </Text>
                </Table.Td>
                <Table.Td ta="right">{id}</Table.Td>
                <Table.Td>
                  {id !== USD_CURRENCY_ID && (
                    <ActionIcon aria-label={label} title={label} onClick={() => void remove(currency)}>
                      <IconTrash size={16} aria-hidden />
                    </ActionIcon>
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      <Group>
        <Button variant="default" onClick={() => openAddCurrency()}>
          {t.add}
        </Button>
      </Group>
    </Section>
  );
}

const names = new Intl.DisplayNames([languageInUse()], { type: 'currency', fallback: 'none' });

/** For example "Euro" for "EUR"; empty if the name is not a code. */
const currencyName = (code: string): string => (/^[A-Z]{3}$/.test(code) ? (names.of(code) ?? '') : '');

const NOTHING_TYPED = { name: '', id: '' };

function read(typed: typeof NOTHING_TYPED, known: readonly Currency[]): Checked<Currency> {
  const written = foldText(typed.name.trim());
  const code = CURRENCY_CODES.find((each) => written !== '' && foldText(currencyName(each)) === written);
  const digits = plainText(typed.id);
  const id = /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
  const checked = checkedBy(currencySchema, { id, name: code ?? asCurrencyName(typed.name) });
  if (!checked.ok) {
    const { id, ...others } = checked.errors;
    return { ok: false, errors: { ...others, ...(id && { id: t.enterId }) } };
  }
  const { value } = checked;
  if (known.some((other) => other.id === value.id))
    return { ok: false, errors: { id: shared.fields.settings.currencyIdTwice } };
  if (known.some((other) => other.name.toLowerCase() === value.name.toLowerCase()))
    return { ok: false, errors: { name: t.sameName } };
  return checked;
}

function AddCurrency({ added, close }: { added(currency: Currency): void; close(): void }) {
  const { currencies } = useFrame().settings;
  const listId = useId();
  const form = useDialogForm({
    initial: NOTHING_TYPED,
    check: (typed) => read(typed, currencies),
    save: async (currency) => {
      const answer = await call('settings.setCurrency', { storeId: shownStoreId(), currency, isListed: true });
      return answer.ok ? ok(currency) : answer;
    },
    saved: (currency) => {
      close();
      added(currency);
    },
  });
  return (
    <DialogForm form={form} submit={t.add} close={close}>
      <Stack gap={12}>
        <TextInput
          label={t.currencyName}
          placeholder={t.nameExample}
          autoComplete="off"
          list={listId}
          {...form.getInputProps('name')}
        />
        <datalist id={listId}>
          {CURRENCY_CODES.map((code) => (
            <option key={code} value={code} label={currencyName(code)} />
          ))}
        </datalist>
        <TextInput
          label={t.currencyId}
          description={t.about}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('id')}
        />
      </Stack>
    </DialogForm>
  );
}

/** "Add currency", opened from Settings or from a price. */
export function openAddCurrency(added: (currency: Currency) => void = () => {}): void {
  openDialog(t.add, 400, (close) => <AddCurrency added={added} close={close} />);
}
