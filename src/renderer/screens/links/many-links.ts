// Actions on many payment links: copy their addresses, export them as CSV.
import type { Input, Output } from '../../../shared/contract.ts';
import { MOST_AT_ONCE } from '../../../shared/payment-link.ts';
import { sentences } from '../../../shared/sentences.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { notify } from '../../components/notify.tsx';
import { ask } from '../../state/dialogs.ts';
import { withLeaveOut } from '../share/LinkWarningAlert.tsx';
import { warningOfMany } from '../share/shared-link.ts';
import type { LinkQuery } from './link-selection.ts';

const t = texts.links.selection;

export const without = (ids: readonly string[], some: readonly string[]): string[] => {
  const gone = new Set(some);
  return ids.filter((id) => !gone.has(id));
};

/**
 * Copies one address a line, and reports how many have none yet. Where buyers can't pay with some for long, it asks first;
 * `leaveOut` removes those from the selection.
 */
export async function copyCheckoutLinks(
  links: Omit<Input<'links.copyCheckoutLinks'>, 'evenWarned'>,
  leaveOut: (ids: readonly string[]) => void,
): Promise<void> {
  const { ids } = links;
  if (ids.length > MOST_AT_ONCE.addresses)
    return notify('attention', t.tooMany({ selected: ids.length, most: MOST_AT_ONCE.addresses }));
  const answer = await call('links.copyCheckoutLinks', { ...links, evenWarned: false });
  if (!answer.ok) return notify('error', sentences(t.nothingCopied, answer.problem.message));
  const { warned } = answer.value;
  const warning = warningOfMany(answer.value);
  if (warning === null) return toastCopied(answer.value);
  const copyOthers = () => {
    leaveOut(warned);
    const others = without(ids, warned);
    if (others.length > 0) void copyCheckoutLinks({ ...links, ids: others }, leaveOut);
  };
  ask({
    title: warning.title,
    body: withLeaveOut(warning, warned, copyOthers),
    confirm: texts.share.warning.copy,
    failed: t.nothingCopied,
    act: async () => {
      const all = await call('links.copyCheckoutLinks', { ...links, evenWarned: true });
      if (all.ok) toastCopied(all.value);
      return all;
    },
  });
}

function toastCopied({ copied, withoutAddress }: Output<'links.copyCheckoutLinks'>): void {
  if (copied === 0) notify('attention', t.noneHasAddress);
  else notify('success', t.copied({ copied, withoutAddress }));
}

/** Exports the list, or a selection of it, to a file that the seller chooses. */
export async function exportCsv(query: LinkQuery, ids: ReadonlySet<string> | null): Promise<void> {
  const answer = await call('links.exportCsv', { ...query, ids: ids && [...ids] });
  if (!answer.ok) notify('error', answer.problem.message);
  else if (answer.value) notify('success', t.exported({ links: answer.value.rows, file: answer.value.file }));
}
