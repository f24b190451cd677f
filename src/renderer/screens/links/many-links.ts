// What can be done with many payment links at once: copy their addresses, write them to a CSV file.
import type { Input } from '../../../shared/contract.ts';
import { MOST_AT_ONCE } from '../../../shared/many-links.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { toast } from '../../components/toast.tsx';
import type { LinkQuery } from '../../state/selection.ts';

const words = texts.links.selection;

/** Copies one address a line, and says how many have none yet. */
export async function copyCheckoutLinks(links: Input<'links.copyCheckoutLinks'>): Promise<void> {
  const { ids } = links;
  if (ids.length > MOST_AT_ONCE.addresses) return toast('attention', words.tooMany(ids.length, MOST_AT_ONCE.addresses));
  const answer = await call('links.copyCheckoutLinks', links);
  if (!answer.ok) {
    toast('error', `${words.nothingCopied} ${answer.problem.message}`);
    return;
  }
  const { copied, withoutAddress } = answer.value;
  if (copied === 0) toast('attention', words.noneHasAddress);
  else toast('success', words.copied(copied, withoutAddress));
}

/** Writes what the list shows, or a selection of it, to a file that the seller chooses. */
export async function exportCsv(query: LinkQuery, ids: ReadonlySet<string> | null): Promise<void> {
  const answer = await call('links.exportCsv', { ...query, ids: ids && [...ids] });
  if (!answer.ok) toast('error', answer.problem.message);
  else if (answer.value) toast('success', words.exported(answer.value.rows, answer.value.file));
}
