// The currencies that the seller prices in, each with the service's id: its document names only 2 = USD.
import { ActionIcon, Table, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type Currency, USD_CURRENCY_ID } from '../../../shared/money.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { notify, report } from '../../kit/notify.tsx';
import { useFrame, useFrameState } from '../../state/frame.ts';
import { AddCurrency, currencyName } from './AddCurrency.tsx';
import { Section } from './Section.tsx';
import styles from './settings.module.css';

const t = texts.settings.currencies;

const others = ({ id }: Currency): readonly Currency[] =>
  useFrameState.getState().frame?.settings.currencies.filter((currency) => currency.id !== id) ?? [];

const save = (currencies: readonly Currency[]) => report(call('settings.update', { currencies: [...currencies] }));

/** Prices in it stay as they are. */
async function remove(currency: Currency, index: number): Promise<void> {
  if (!(await save(others(currency)))) return;
  const undo = () => save(others(currency).toSpliced(index, 0, currency));
  notify('success', t.removed({ name: currency.name }), {
    action: { label: texts.common.undo, run: () => void undo() },
  });
}

export function CurrenciesSection() {
  const { currencies } = useFrame().settings;
  return (
    <Section id="currencies" title={t.title} about={t.about}>
      <Table aria-label={t.title} className={styles.table}>
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
          {currencies.map((currency, index) => {
            const { id, name } = currency;
            const label = t.removeCurrency({ name });
            return (
              <Table.Tr key={id}>
                <Table.Td className={styles.cut} title={name}>
                  {name}
                  <span className={styles.about}>{currencyName(name)}</span>
                </Table.Td>
                <Table.Td ta="right">{id}</Table.Td>
                <Table.Td>
                  {id !== USD_CURRENCY_ID && (
                    <ActionIcon aria-label={label} title={label} onClick={() => void remove(currency, index)}>
                      <IconTrash size={16} aria-hidden />
                    </ActionIcon>
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      <AddCurrency />
    </Section>
  );
}
