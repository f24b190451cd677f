// Below the pasted text: the change that each address belongs to. If several are possible, the seller chooses.
import { NativeSelect, Text } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { linkUuid } from '../../../shared/checkout-url.ts';
import type { Output } from '../../../shared/contract.ts';
import { texts } from '../../../shared/texts/window.ts';
import styles from './FoundAddresses.module.css';

const t = texts.sync.paste;

/** The number of choices shown at once, because each lists all possible changes. */
const CHOICES_SHOWN = 50;

interface FoundAddressesProps {
  readonly matched: Matched;
  readonly choices: Choices;
  /** Scrolls to the first address, in a window that has no room for it below the text. */
  readonly scrolls: boolean;
  choose(address: string, id: string | null): void;
}

/** First addresses that need a choice, then those matched by product only, then the rest. */
const rankOf = ({ candidates, by }: FoundAddress): number =>
  candidates.length === 0 ? 3 : by === null ? 0 : by === 'product' ? 1 : 2;

export function FoundAddresses({ matched, choices, scrolls, choose }: FoundAddressesProps) {
  const { addresses, withoutUuid, withoutAddress } = matched;
  const [first] = withoutUuid;
  const rows = useMemo(() => [...addresses].sort((one, other) => rankOf(one) - rankOf(other)), [addresses]);
  const firstRow = useRef<HTMLTableRowElement>(null);
  const firstAddress = rows[0]?.address;
  useEffect(() => {
    if (scrolls && firstAddress !== undefined) firstRow.current?.scrollIntoView({ block: 'nearest' });
  }, [scrolls, firstAddress]);
  return (
    <>
      {first !== undefined && (
        <Text size="sm" c="dimmed" lineClamp={2} title={first}>
          {t.withoutUuid({ count: withoutUuid.length, first })}
        </Text>
      )}
      {withoutAddress > 0 && (
        <Text size="sm" c="dimmed">
          {t.withoutAddress({ count: withoutAddress })}
        </Text>
      )}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        <section className={styles.found} tabIndex={0} aria-label={t.addresses}>
          <table aria-label={t.addresses}>
            <thead>
              <tr>
                <th scope="col">{t.columns.address}</th>
                <th scope="col">{t.columns.change}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((found, index) => (
                <tr key={found.address} ref={index === 0 ? firstRow : undefined}>
                  <td title={found.address}>
                    {linkUuid(found.address) ?? found.address}
                    {found.beside !== '' && (
                      <Text size="xs" c="dimmed" dir="auto" className={styles.beside ?? ''}>
                        {found.beside}
                      </Text>
                    )}
                  </td>
                  <td>
                    <Change found={found} {...{ matched, choices, choose }} offers={index < CHOICES_SHOWN} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

/** How many addresses match, for the foot of the dialog. */
export function FoundCount({ matched, choices }: Pick<FoundAddressesProps, 'matched' | 'choices'>) {
  const chosen = chosenIn(matched, choices);
  const unsettled = matched.changes.length - new Set(chosen.map(({ id }) => id)).size;
  return (
    <Text size="sm" fw={600}>
      {t.found({ matched: chosen.length, known: matched.known, unsettled })}
    </Text>
  );
}

interface ChangeProps extends Omit<FoundAddressesProps, 'scrolls'> {
  readonly found: FoundAddress;
  readonly offers: boolean;
}

function Change({ found, matched, choices, choose, offers }: ChangeProps) {
  const { address, candidates, changeId, by, why } = found;
  if (why !== null) return <Text size="sm">{why}</Text>;
  const chosen = chosenFor(found, choices);
  if (!offers) {
    return <Text size="sm">{chosen === null ? t.chooseAboveFirst : titleIn(matched, chosen)}</Text>;
  }
  return (
    <>
      <div className={styles.choice}>
        <span className={styles.chosen} data-chosen aria-hidden>
          {chosen === null ? t.none : titleIn(matched, chosen)}
        </span>
        <NativeSelect
          className={styles.select}
          aria-label={t.changeFor({ address })}
          size="xs"
          value={chosen ?? ''}
          onChange={(event) => choose(address, event.currentTarget.value || null)}
          data={[{ value: '', label: t.none }, ...candidates.map((id) => ({ value: id, label: titleIn(matched, id) }))]}
        />
      </div>
      {chosen === changeId && by !== null && (
        <Text size="xs" c="dimmed">
          {t.by[by]}
        </Text>
      )}
    </>
  );
}

export type Matched = Output<'sync.matchAddresses'>;
type FoundAddress = Matched['addresses'][number];

/** The seller's choices by address: the id of a change, or null for none. */
export type Choices = Readonly<Record<string, string | null>>;

/** The addresses found in a pasted text, with the seller's choices. */
function chosenFor({ address, changeId, candidates }: FoundAddress, choices: Choices): string | null {
  const chosen = choices[address];
  if (chosen === undefined) return changeId;
  // It may be settled by now.
  return chosen !== null && candidates.includes(chosen) ? chosen : null;
}

/** What is recorded with these choices. */
export const chosenIn = ({ addresses }: Matched, choices: Choices) =>
  addresses.flatMap((found) => {
    const id = chosenFor(found, choices);
    return id === null ? [] : [{ id, address: found.address }];
  });

/** What distinguishes a change from the others. */
export const titleIn = ({ changes }: Matched, id: string): string => changes.find((one) => one.id === id)?.title ?? '';
