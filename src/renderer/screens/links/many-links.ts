// Actions on many payment links: copy their addresses, export them as CSV.
import type { Input, Output } from '../../../shared/contract.ts';
import { MOST_AT_ONCE } from '../../../shared/many-links.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { toast } from '../../components/toast.tsx';
import { ask } from '../../state/dialogs.ts';
import { warningOfMany } from '../share/shared-link.ts';
import type { LinkQuery } from './link-selection.ts';

const words = texts.links.selection;

/** Copies one address a line, and says how many have none yet. Where buyers can't pay with some for long, it asks first. */
export async function copyCheckoutLinks(links: Omit<Input<'links.copyCheckoutLinks'>, 'evenWarned'>): Promise<void> {
  const { ids } = links;
  if (ids.length > MOST_AT_ONCE.addresses) return toast('attention', words.tooMany(ids.length, MOST_AT_ONCE.addresses));
  const answer = await call('links.copyCheckoutLinks', { ...links, evenWarned: false });
  if (!answer.ok) return toast('error', `${words.nothingCopied} ${answer.problem.message}`);
  const warning = warningOfMany(answer.value);
  if (warning === null) return tellCopied(answer.value);
  ask({
    ...warning,
    confirm: texts.share.warning.copy,
    failed: words.nothingCopied,
    act: async () => {
      const all = await call('links.copyCheckoutLinks', { ...links, evenWarned: true });
      if (all.ok) tellCopied(all.value);
      return all;
    },
  });
}

function tellCopied({ copied, withoutAddress }: Output<'links.copyCheckoutLinks'>): void {
  if (copied === 0) toast('attention', words.noneHasAddress);
  else toast('success', words.copied(copied, withoutAddress));
}

/** Exports the list, or a selection of it, to a file that the seller chooses. */
export async function exportCsv(query: LinkQuery, ids: ReadonlySet<string> | null): Promise<void> {
  const answer = await call('links.exportCsv', { ...query, ids: ids && [...ids] });
  if (!answer.ok) toast('error', answer.problem.message);
  else if (answer.value) toast('success', words.exported(answer.value.rows, answer.value.file));
}
