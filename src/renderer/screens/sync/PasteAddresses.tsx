// "Paste addresses": matches pasted payment links to the changes in doubt that created them.
import { NativeSelect, Table, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { linkUuid } from '../../../shared/checkout-url.ts';
import { MAX_PASTED } from '../../../shared/contract/parts.ts';
import type { Output } from '../../../shared/contract.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { openDialog } from '../../kit/dialogs.tsx';
import { DialogForm, type Saved, useDialogForm } from '../../kit/form.tsx';
import { notify } from '../../kit/notify.tsx';
import { useLive } from '../../state/live.ts';
import { StorePageButton } from './StorePageButton.tsx';

const t = texts.sync.paste;

/** Debounce in ms, because a pasted page is long. */
const TYPING_MS = 200;

type Matched = Output<'sync.matchAddresses'>;
type FoundAddress = Matched['addresses'][number];

/** The seller's choice for each address: the id of a change, or null for none. */
type Choices = Readonly<Record<string, string | null>>;

function chosenFor({ address, changeId, candidates }: FoundAddress, choices: Choices): string | null {
  const chosen = choices[address];
  if (chosen === undefined) return changeId;
  // The chosen change may no longer be in doubt.
  return chosen !== null && candidates.includes(chosen) ? chosen : null;
}

/** What to mark as sent with these choices. */
const chosenIn = ({ addresses }: Matched, choices: Choices) =>
  addresses.flatMap((match) => {
    const id = chosenFor(match, choices);
    return id === null ? [] : [{ id, answer: match.address }];
  });

const titleIn = ({ changes }: Matched, id: string): string => changes.find((one) => one.id === id)?.title ?? '';

/** Sorts addresses that need a choice first, then those matched only by product, then the others. */
const rankOf = ({ candidates, by }: FoundAddress): number =>
  candidates.length === 0 ? 3 : by === null ? 0 : by === 'product' ? 1 : 2;

function PasteAddresses({ close }: { close(): void }) {
  const form = useDialogForm({
    initial: { text: '', choices: {} as Choices },
    save: (_, { choices }) => record(choices),
    saved: ({ recorded, refused }) => {
      const [first] = refused;
      if (first) notify('attention', t.someRefused({ recorded, refused: refused.length, why: first.message }));
      close();
    },
  });
  const { text, choices } = form.values;
  const [settled] = useDebouncedValue(text, TYPING_MS);
  const { data, asked } = useLive('sync.matchAddresses', { text: settled }, ['records']);
  /** The matches of the current text; null until they arrive. */
  const matched = data && asked?.text === text ? data : null;
  const chosen = matched ? chosenIn(matched, choices) : [];

  const record = async (ofSeller: Choices): Promise<Saved<Output<'sync.markAsSent'>>> => {
    const wrong = (message: string) => ({ ok: false, errors: { text: message } }) as const;
    if (!matched) return wrong(t.looking);
    const pairs = chosenIn(matched, ofSeller);
    if (pairs.length === 0) return wrong(matched.addresses.length > 0 ? t.noneChosen : t.noneFound);
    const twice = pairs.find(({ id }, index) => pairs.findIndex((other) => other.id === id) !== index);
    if (twice) return wrong(t.chosenTwice({ change: titleIn(matched, twice.id) }));
    return call('sync.markAsSent', { found: pairs });
  };

  return (
    <DialogForm
      form={form}
      failed={texts.sync.notDecided}
      preview={
        <Text size="sm" aria-live="polite">
          {text.trim() !== '' && (matched ? t.found({ matched: chosen.length, known: matched.known }) : t.looking)}
        </Text>
      }
      submit={texts.sync.decisions.markAsSent}
      close={close}
    >
      <div>
        <StorePageButton />
      </div>
      <Textarea
        label={shared.names.paymentLinks}
        description={t.about}
        autosize
        minRows={2}
        maxRows={4}
        maxLength={MAX_PASTED}
        spellCheck={false}
        {...form.getInputProps('text')}
      />
      {matched && matched.addresses.length > 0 && (
        <Table aria-label={t.addresses} layout="fixed" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.address}</Table.Th>
              <Table.Th>{texts.sync.columns.change}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {matched.addresses
              .toSorted((one, other) => rankOf(one) - rankOf(other))
              .map((match) => (
                <Table.Tr key={match.address}>
                  <Table.Td title={`${match.address} ${match.beside}`} style={{ overflowWrap: 'anywhere' }}>
                    <Text size="xs">{linkUuid(match.address) ?? match.address}</Text>
                    <Text size="xs" c="dimmed" truncate dir="auto">
                      {match.beside}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Change
                      {...{ match, matched }}
                      chosen={chosenFor(match, choices)}
                      choose={(id) => form.setFieldValue('choices', { ...choices, [match.address]: id })}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      )}
    </DialogForm>
  );
}

interface ChangeProps {
  readonly match: FoundAddress;
  readonly matched: Matched;
  readonly chosen: string | null;
  choose(id: string | null): void;
}

/** The change that an address belongs to; the seller chooses if there are several. */
function Change({ match, matched, chosen, choose }: ChangeProps) {
  const title = chosen === null ? t.none : titleIn(matched, chosen);
  if (match.why !== null) return <Text size="sm">{match.why}</Text>;
  return (
    <>
      <NativeSelect
        aria-label={t.changeFor({ address: match.address })}
        title={title}
        size="xs"
        value={chosen ?? ''}
        onChange={({ currentTarget: { value } }) => choose(value || null)}
        data={[
          { value: '', label: t.none },
          ...match.candidates.map((id) => ({ value: id, label: titleIn(matched, id) })),
        ]}
      />
      {match.by === 'product' && chosen === match.changeId && (
        <Text size="xs" c="dimmed">
          {t.byProduct}
        </Text>
      )}
    </>
  );
}

export function openPasteAddresses(): void {
  openDialog(t.open, 960, (close) => <PasteAddresses close={close} />);
}
