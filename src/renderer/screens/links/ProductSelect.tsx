// A combobox over all products, which the main process searches while the seller types. It holds a product or nothing: the
// first key that changes the text clears the selection, and only choosing an option selects again.
import { CheckIcon, Combobox, InputBase, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ProductView } from '../../../shared/product.ts';
import { texts } from '../../../shared/texts/window.ts';
import { useLive } from '../../state/live.ts';
import styles from './LinkForm.module.css';

const t = texts.linkForm.product;

const SHOWN = 50;
export interface ProductSelectProps {
  /** The accessible name. `hideLabel` hides it from sight if the context is clear. */
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly placeholder: string;
  readonly value: string | null;
  readonly error?: ReactNode;
  /** May stay empty; text without a selection disappears on blur. */
  readonly clearable?: boolean;
  /** Gets the focus when its dialog opens. */
  readonly isFirst?: boolean;
  onChange(productId: string | null): void;
}

export function ProductSelect(props: ProductSelectProps) {
  const { label, hideLabel, placeholder, value, error, clearable = false, isFirst, onChange } = props;
  /** Null until the seller types something. */
  const [typed, setTyped] = useState<string | null>(null);
  const [picked, setPicked] = useState<ProductView | null>(null);
  const known = useLive('products.get', { id: value ?? '-' }, ['records']);
  const wanted = value === null ? (typed ?? '') : '';
  const [search] = useDebouncedValue(wanted, 80);
  const query = { offset: 0, limit: SHOWN, search, isHidden: search === '' ? false : null };
  const { data, asked } = useLive('products.list', query, ['records']);
  const rows = data?.rows ?? [];
  const chosen = [known.data, picked, ...rows].find((product) => product && product.id === value) ?? null;
  const text = value === null ? (typed ?? '') : (chosen?.fields.productTitle ?? '');
  /** Whether the list belongs to the current text. An older list stays visible until then, but cannot be chosen from. */
  const isCurrent = asked?.search === wanted;

  const isGone = value !== null && known.data === null && known.asked?.id === value;
  useEffect(() => {
    if (isGone) onChange(null);
  }, [isGone, onChange]);

  const options = chosen && wanted === '' && !rows.some(({ id }) => id === chosen.id) ? [chosen, ...rows] : rows;
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() });
  const choose = (id: string) => {
    setPicked(options.find((product) => product.id === id) ?? null);
    setTyped('');
    list.closeDropdown();
    if (id !== value) onChange(id);
  };

  /** The seller pressed Enter before the list arrived, so its first option is picked on arrival. */
  const enterWaits = useRef(false);
  const firstId = isCurrent ? rows[0]?.id : undefined;
  const isOpen = list.dropdownOpened;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the highlight is reset with each list, not with each render
  useEffect(() => {
    if (!isOpen) return;
    if (!isCurrent) return list.resetSelectedOption();
    if (enterWaits.current && firstId !== undefined) choose(firstId);
    enterWaits.current = false;
    // The list renders only after it has opened.
    const drawn = setTimeout(list.selectActiveOption);
    return () => clearTimeout(drawn);
  }, [isOpen, isCurrent, firstId, wanted]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    if (event.ctrlKey || event.metaKey) {
      // Lets Enter submit the form with the selected product instead of picking an option.
      list.resetSelectedOption();
      return list.closeDropdown();
    }
    // Keeps Enter from submitting: it opens the list or picks the highlighted option.
    event.preventDefault();
    if (!isOpen) list.openDropdown('keyboard');
    else if (!isCurrent) {
      list.resetSelectedOption();
      enterWaits.current = true;
    } else if (list.getSelectedOptionIndex() === -1) list.selectActiveOption();
  };

  return (
    <Combobox store={list} onOptionSubmit={choose} shadow="md" transitionProps={{ duration: 120 }}>
      <Combobox.Target withExpandedAttribute>
        <InputBase
          {...(hideLabel ? { 'aria-label': label } : { label })}
          {...(chosen && { title: text })}
          data-autofocus={isFirst || undefined}
          placeholder={placeholder}
          value={text}
          error={error}
          rightSection={
            clearable && value !== null ? (
              <Combobox.ClearButton
                aria-label={t.showAll}
                onClear={() => {
                  setTyped('');
                  onChange(null);
                }}
              />
            ) : (
              <Combobox.Chevron />
            )
          }
          rightSectionPointerEvents={clearable && value !== null ? 'all' : 'none'}
          onChange={(event) => {
            enterWaits.current = false;
            list.resetSelectedOption();
            setTyped(event.currentTarget.value);
            if (value !== null) onChange(null);
            list.openDropdown();
          }}
          onKeyDown={onKeyDown}
          onClick={() => list.openDropdown()}
          onBlur={() => {
            enterWaits.current = false;
            list.closeDropdown();
            if (clearable && value === null) setTyped('');
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label} mah={240}>
          {options.map((product) => (
            <Combobox.Option
              key={product.id}
              value={product.id}
              active={product.id === value}
              aria-selected={product.id === value}
              // An option of an older text could turn into another product under the pointer.
              disabled={!isCurrent}
              className={styles.product ?? ''}
            >
              {product.id === value && <CheckIcon size={12} style={{ flex: 'none', opacity: 0.5 }} aria-hidden />}
              <span className={styles.productTitle} title={product.fields.productTitle}>
                {product.fields.productTitle}
              </span>
            </Combobox.Option>
          ))}
          {options.length === 0 && <Combobox.Empty>{isCurrent ? t.noneFound : t.searching}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
