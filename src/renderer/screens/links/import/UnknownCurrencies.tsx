// Currencies of the file that the seller does not have: each can be added here.

import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { ImportDraftView } from '../../../../shared/link-import.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { AddCurrency } from '../../settings/AddCurrency.tsx';
import styles from './import.module.css';

const t = texts.linkImport.columns;

interface UnknownCurrenciesProps {
  readonly currencies: ImportDraftView['unknownCurrencies'];
  added(): void;
}

export function UnknownCurrencies({ currencies, added }: UnknownCurrenciesProps) {
  /** The currency whose form is open. It stays open while the rows are checked again, which hides the list. */
  const [adding, setAdding] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      {currencies.length > 0 && (
        <Alert py={2} color="orange" icon={<IconAlertTriangle aria-hidden />} role="status">
          {currencies.map(({ currency, rows }) => (
            <div key={currency} className={styles.task}>
              {rows === null ? t.unknownCurrency({ currency }) : t.rowsInCurrency({ rows, currency })}
              <Button
                size="xs"
                variant="default"
                aria-expanded={adding === currency}
                onClick={({ currentTarget }) => {
                  button.current = currentTarget;
                  setAdding(currency);
                }}
              >
                {t.addCurrency({ currency })}
              </Button>
            </div>
          ))}
        </Alert>
      )}
      {adding !== null && (
        <AddCurrency
          key={adding}
          known={adding}
          cancel={() => {
            setAdding(null);
            button.current?.focus();
          }}
          added={() => {
            setAdding(null);
            added();
          }}
        />
      )}
    </>
  );
}
