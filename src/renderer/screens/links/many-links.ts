// What can be done with many payment links at once: copy their addresses, write them to a CSV file.
import { call } from '../../bridge.ts';
import { toast } from '../../components/toast.tsx';
import type { LinkQuery } from '../../state/selection.ts';

/** "1 link", "1,204 links". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

/** Copies one address a line, and says how many have none yet. */
export async function copyCheckoutLinks(ids: ReadonlySet<string>): Promise<void> {
  const answer = await call('links.copyCheckoutLinks', { ids: [...ids] });
  if (!answer.ok) {
    toast('error', `Nothing was copied. ${answer.problem.message}`);
    return;
  }
  const { copied, withoutAddress } = answer.value;
  const have = withoutAddress === 1 ? 'has' : 'have';
  if (copied === 0) {
    toast('attention', 'Nothing was copied: no selected link has an address yet. It comes when the link is sent.');
  } else {
    const rest = withoutAddress === 0 ? '' : `. ${withoutAddress.toLocaleString()} ${have} no address yet`;
    toast('success', `${counted(copied, 'checkout link')} copied${rest}`);
  }
}

/** Writes what the list shows, or a selection of it, to a file that the seller chooses. */
export async function exportCsv(query: LinkQuery, ids: ReadonlySet<string> | null): Promise<void> {
  const answer = await call('links.exportCsv', { ...query, ids: ids && [...ids] });
  if (!answer.ok) toast('error', answer.problem.message);
  else if (answer.value) toast('success', `${counted(answer.value.rows, 'link')} exported to ${answer.value.file}`);
}
