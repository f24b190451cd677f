// "Paste addresses": matches many pasted payment links to the changes that created them.
import { Text, Textarea } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import { MAX_PASTED } from '../../../shared/contract/parts.ts';
import type { Output } from '../../../shared/contract.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { DialogForm, type Saved, useDialogForm } from '../../components/dialog-form.tsx';
import { notify } from '../../components/notify.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { useLive } from '../../state/live.ts';
import { type Choices, chosenIn, FoundAddresses, FoundCount, type Matched, titleIn } from './FoundAddresses.tsx';
import { StorePageButton } from './StorePageButton.tsx';

const t = texts.sync.paste;

/** Debounce in ms: a pasted page is long. */
const TYPING_MS = 200;

function whyNothing({ addresses }: Matched): string {
  if (addresses.length === 0) return t.noneFound;
  return addresses.some(({ candidates }) => candidates.length > 0) ? t.nothingChosen : t.noneMatches;
}

function PasteAddresses({ close }: { close(): void }) {
  // Everything but the matches gives way to them.
  const isLow = useMediaQuery('(max-height: 440px)', undefined, { getInitialValueInEffect: false }) === true;
  const form = useDialogForm({
    initial: { text: '', choices: {} as Choices },
    save: (_, { choices }) => record(choices),
    saved: ({ recorded, refused }) => {
      const [first] = refused;
      if (first) notify('attention', t.someRefused({ recorded, refused: refused.length, why: first.message }));
      else notify('success', t.recorded({ count: recorded }));
      close();
    },
  });
  const { text, choices } = form.values;
  const [settled] = useDebouncedValue(text, TYPING_MS);
  const { data, asked } = useLive('sync.matchAddresses', { text: settled }, ['actions', 'links']);
  /** The matches of the current text. */
  const shown = data && asked?.text === text ? data : null;
  const isFound = shown !== null;
  const isFoundInText = isFound && text.trim() !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is found
  useEffect(() => {
    if (isFound && form.errors.text === t.stillLooking) form.clearFieldError('text');
  }, [isFound]);

  const record = async (chosen: Choices): Promise<Saved<Output<'sync.recordAddresses'>>> => {
    const wrong = (message: string) => ({ ok: false, errors: { text: message } }) as const;
    if (text.trim() === '') return wrong(t.noneFound);
    if (!shown) return wrong(t.stillLooking);
    const found = chosenIn(shown, chosen);
    if (found.length === 0) return wrong(whyNothing(shown));
    const twice = found.find(({ id }, at) => found.findIndex((other) => other.id === id) !== at);
    if (twice) return wrong(t.chosenTwice({ change: titleIn(shown, twice.id) }));
    return call('sync.recordAddresses', { found });
  };

  const count = <div aria-live="polite">{isFoundInText && <FoundCount matched={shown} choices={choices} />}</div>;
  return (
    <DialogForm form={form} failed={t.failed} preview={!isLow && count} submit={t.save} close={close}>
      <Text size="sm">{t.about}</Text>
      <div>
        <StorePageButton />
      </div>
      <Textarea
        label={t.label}
        description={!isLow && t.description}
        autosize
        minRows={isLow ? 1 : 2}
        maxRows={isLow ? 1 : 3}
        maxLength={MAX_PASTED}
        spellCheck={false}
        {...form.getInputProps('text')}
      />
      {text.trim() !== '' && !shown && (
        <Text size="sm" c="dimmed">
          {t.looking}
        </Text>
      )}
      {isLow && count}
      {isFoundInText && (
        <FoundAddresses
          matched={shown}
          choices={choices}
          scrolls={isLow}
          choose={(address, id) => form.setFieldValue('choices', { ...choices, [address]: id })}
        />
      )}
    </DialogForm>
  );
}

export function openPasteAddresses(): void {
  openDialog(texts.sync.paste.open, 960, (close) => <PasteAddresses close={close} />);
}
