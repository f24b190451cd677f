// Reopens forms with unsaved text after a crash of the window, where their record still exists.
import type { Result } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/window.ts';
import { call } from '../bridge.ts';
import { toast } from '../components/toast.tsx';
import { openAddExistingLink, openLinkEditor, openNewLink, openReplaceLink } from '../screens/links/editors.tsx';
import { isReplaceable } from '../screens/links/link-actions.tsx';
import { openNote } from '../screens/notes/open-note.tsx';
import {
  openAddExistingProduct,
  openDefaultPrice,
  openNewProduct,
  openProductEditor,
} from '../screens/products/editors.tsx';
import { openCustomise } from '../screens/share/open-customise.tsx';
import { linkToShare, productToShare, type SharedLink } from '../screens/share/shared-link.ts';
import { openMarkAsSent } from '../screens/sync/open-mark-as-sent.tsx';
import { openReplay } from '../screens/webhook/inbox/open-replay.tsx';
import { forgetDraft, leftDrafts, takeLost } from '../state/draft.ts';

/** Opens the form of the record with this id; `false` where it cannot. */
type Reopen = (id: string) => unknown;

/** Loads the form's record first. */
const about =
  <T>(find: (id: string) => Promise<Result<T | null>>, open: (found: T) => unknown): Reopen =>
  async (id) => {
    const answer = await find(id);
    return answer.ok && answer.value !== null && open(answer.value);
  };

const product = (id: string) => call('products.get', { id });
const link = (id: string) => call('links.get', { id });
const customise = (shared: SharedLink | null) => shared !== null && openCustomise(shared);

/** By the first part of a draft's name; the second, after a colon, is the id of the record. */
const FORMS: Readonly<Record<string, Reopen>> = {
  'new-product': openNewProduct,
  'new-link': () => openNewLink(null),
  'add-product': openAddExistingProduct,
  'add-link': openAddExistingLink,
  'edit-product': about(product, ({ id, canEdit }) => canEdit && openProductEditor(id)),
  'edit-link': about(link, ({ id, canEdit }) => canEdit && openLinkEditor(id)),
  'default-price': about(product, ({ id }) => openDefaultPrice(id)),
  'replace-link': about(link, (found) => isReplaceable(found) && openReplaceLink(found)),
  'customise-link': about(link, (found) => customise(linkToShare(found))),
  'customise-product': about(product, (found) => customise(productToShare(found))),
  'went-through': about((id) => call('sync.get', { id }), openMarkAsSent),
  'note-link': about(link, ({ id }) => openNote({ kind: 'link', id })),
  'note-product': about(product, ({ id }) => openNote({ kind: 'product', id })),
  replay: about((id) => call('inbox.open', { id }), openReplay),
};

const formOf = (name: string): string => name.split(':')[0] ?? '';

const asked = new Set<string | null>();

/** Runs once for each store shown in this window; null before the first sign-in. */
export async function reopenForms(storeId: string | null): Promise<void> {
  if (asked.has(storeId)) return;
  asked.add(storeId);
  const names = leftDrafts().filter((name) => FORMS[formOf(name)] !== undefined);
  const gone: string[] = [];
  for (const name of names) {
    const id = name.slice(formOf(name).length + 1);
    if ((await FORMS[formOf(name)]?.(id)) === false) gone.push(id);
  }
  // And the draft of a dialog that was above it.
  for (const name of leftDrafts()) if (gone.some((id) => name.endsWith(`:${id}`))) forgetDraft(name);
  const isLost = takeLost() || gone.length > 0;
  if (isLost) toast('attention', leftDrafts().length > 0 ? texts.app.partIsLost : texts.app.typedIsLost);
  else if (names.length > 0) toast('success', texts.app.typedIsBack);
}
