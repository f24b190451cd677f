// Says that "select all" ended with the search or the filter that it was for.
import { texts } from '../../shared/texts/window.ts';
import { toast } from './toast.tsx';

const t = texts.parts.selection;

/** @param keep selects the rows again, one by one */
export function selectionEnded(count: number, keep: () => void): void {
  toast('information', t.ended({ count }), { label: t.keep, run: keep, isOffer: true });
}
