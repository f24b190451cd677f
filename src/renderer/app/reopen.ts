// After a crash of the window: opens the form again that was being filled in.
import { toast } from '../components/toast.tsx';
import { openNewLink } from '../screens/links/editors.tsx';
import { openNewProduct } from '../screens/products/editors.tsx';
import { leftDrafts } from '../state/draft.ts';

const FORMS: Readonly<Record<string, () => void>> = {
  'new-product': openNewProduct,
  'new-link': () => openNewLink(null),
};

let asked = false;

/** Once a window. */
export function reopenForms(): void {
  if (asked) return;
  asked = true;
  const names = leftDrafts().filter((name) => FORMS[name] !== undefined);
  for (const name of names) FORMS[name]?.();
  if (names.length > 0) toast('success', 'The window had to be opened again. What you had typed is back.');
}
