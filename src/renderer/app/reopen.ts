// After a crash of the window: opens the form again that was being filled in.
import { texts } from '../../shared/texts/window.ts';
import { call } from '../bridge.ts';
import { toast } from '../components/toast.tsx';
import { openAddExistingLink, openLinkEditor, openNewLink, openReplaceLink } from '../screens/links/editors.tsx';
import {
  openAddExistingProduct,
  openDefaultPrice,
  openNewProduct,
  openProductEditor,
} from '../screens/products/editors.tsx';
import { leftDrafts, wasLost } from '../state/draft.ts';

/** By the first part of a draft's name; the second, after a colon, is the id of what the form is about. */
const FORMS: Readonly<Record<string, (id: string) => void | Promise<void>>> = {
  'new-product': openNewProduct,
  'new-link': () => openNewLink(null),
  'add-product': openAddExistingProduct,
  'add-link': openAddExistingLink,
  'edit-product': openProductEditor,
  'edit-link': openLinkEditor,
  'default-price': openDefaultPrice,
  'replace-link': async (id) => {
    const answer = await call('links.get', { id });
    if (answer.ok && answer.value) openReplaceLink(answer.value);
  },
};

const formOf = (name: string): string => name.split(':')[0] ?? '';

let asked = false;

/** Once a window. */
export function reopenForms(): void {
  if (asked) return;
  asked = true;
  const names = leftDrafts().filter((name) => FORMS[formOf(name)] !== undefined);
  for (const name of names) void FORMS[formOf(name)]?.(name.slice(formOf(name).length + 1));
  if (names.length > 0) toast('success', texts.app.typedIsBack);
  else if (wasLost()) toast('attention', texts.app.typedIsLost);
}
