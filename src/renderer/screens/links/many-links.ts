// What can be done with many payment links at once: copy their addresses, write them to a CSV file.
import type { Input, Output } from '../../../shared/contract.ts';
import { MOST_AT_ONCE } from '../../../shared/many-links.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { toast } from '../../components/toast.tsx';
import { ask } from '../../state/dialogs.ts';
import { leavingOfMany } from '../share/shared-link.ts';
import type { LinkQuery } from './link-selection.ts';

const words = texts.links.selection;

/** Copies one address a line, and says how many have none yet. Where some are on their way out, it asks first. */
export async function copyCheckoutLinks(links: Omit<Input<'links.copyCheckoutLinks'>, 'evenLeaving'>): Promise<void> {
  const { ids } = links;
  if (ids.length > MOST_AT_ONCE.addresses) return toast('attention', words.tooMany(ids.length, MOST_AT_ONCE.addresses));
  const answer = await call('links.copyCheckoutLinks', { ...links, evenLeaving: false });
  if (!answer.ok) return toast('error', `${words.nothingCopied} ${answer.problem.message}`);
  const leaving = leavingOfMany(answer.value.leaving);
  if (leaving === null) return tellCopied(answer.value);
  ask({
    ...leaving,
    confirm: texts.share.leaving.copy,
    failed: words.nothingCopied,
    act: async () => {
      const all = await call('links.copyCheckoutLinks', { ...links, evenLeaving: true });
      if (all.ok) tellCopied(all.value);
      return all;
    },
  });
}

function tellCopied({ copied, withoutAddress }: Output<'links.copyCheckoutLinks'>): void {
  if (copied === 0) toast('attention', words.noneHasAddress);
  else toast('success', words.copied(copied, withoutAddress));
}

/** Writes what the list shows, or a selection of it, to a file that the seller chooses. */
export async function exportCsv(query: LinkQuery, ids: ReadonlySet<string> | null): Promise<void> {
  const answer = await call('links.exportCsv', { ...query, ids: ids && [...ids] });
  if (!answer.ok) toast('error', answer.problem.message);
  else if (answer.value) toast('success', words.exported(answer.value.rows, answer.value.file));
}
