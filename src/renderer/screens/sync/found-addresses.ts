// The addresses found in a pasted text, with the seller's choices.
import type { Output } from '../../../shared/contract.ts';

export type Matched = Output<'sync.matchAddresses'>;
export type FoundAddress = Matched['addresses'][number];

/** The seller's choices by address: the id of a change, or null for none. */
export type Choices = Readonly<Record<string, string | null>>;

export function chosenFor({ address, changeId, candidates }: FoundAddress, choices: Choices): string | null {
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
