// The seller's currency ids with names: the service's document names only 2 = USD.
import { ActionIcon, Table, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type Currency, USD_CURRENCY_ID } from '../../../shared/money.ts';
import { ok, type Result } from '../../../shared/problem.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { notify } from '../../components/notify.tsx';
import { ask } from '../../state/dialogs.ts';
import { useFrame } from '../../state/frame.ts';
import { AddCurrency, describeUse, isUsed } from './AddCurrency.tsx';
import { Section } from './Section.tsx';
import { newestCurrencies, saveSettings } from './saveSettings.ts';
import styles from './settings.module.css';

const t = texts.settings.currencies;

/** Asks first where links, products or sales have prices in it. */
async function remove(currency: Currency, index: number): Promise<void> {
  const use = await call('settings.currencyUse', { currencyId: currency.id });
  if (!use.ok) return notify('error', use.problem.message);
  const act = () => removeNow(currency, index);
  if (!isUsed(use.value)) {
    const removed = await act();
    if (!removed.ok) notify('error', removed.problem.message);
    return;
  }
  const { title, inUse, ...rest } = t.removal;
  ask({
    ...rest,
    title: title({ name: currency.name }),
    body: <Text size="sm">{inUse({ ...describeUse(use.value), name: currency.name, id: currency.id })}</Text>,
    danger: true,
    act,
  });
}

async function removeNow(currency: Currency, index: number): Promise<Result<void>> {
  const problem = await saveSettings({ currencies: newestCurrencies().filter(({ id }) => id !== currency.id) });
  if (problem) return { ok: false, problem };
  const undo = async () => {
    const others = newestCurrencies().filter(({ id }) => id !== currency.id);
    const again = await saveSettings({ currencies: others.toSpliced(index, 0, currency) });
    if (again) notify('error', again.message);
  };
  notify('success', t.removed({ name: currency.name }), {
    action: { label: texts.common.undo, run: () => void undo() },
  });
  return ok(undefined);
}

export function CurrenciesSection() {
  const { currencies } = useFrame().settings;
  return (
    <Section title={t.title} about={t.about}>
      <Table aria-label={t.title} className={styles.currencies}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={132}>{t.id}</Table.Th>
            <Table.Th>{t.name}</Table.Th>
            <Table.Th w={48}>
              <span className={styles.unseen}>{t.remove}</span>
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
                    aria-label={t.removeCurrency({ name: currency.name })}
                    title={t.removeCurrency({ name: currency.name })}
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
      <AddCurrency />
    </Section>
  );
}
