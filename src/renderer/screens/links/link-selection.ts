// Which payment links of a list are selected.
import type { Input } from '../../../shared/contract.ts';
import { sentences } from '../../../shared/sentences.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { notify } from '../../components/notify.tsx';
import type { Pages } from '../../state/live.ts';
import { type Selection, useSelection } from '../../state/selection.ts';

/** What a list shows: the input of `links.list` without its window. */
export type LinkQuery = Omit<Input<'links.list'>, 'offset' | 'limit'>;

const UNFILTERED = { search: '', productId: null, sync: 'all', useOnce: null, sold: false, created: null } as const;

export function useLinkSelection(query: LinkQuery, pages: Pages<'links.list'>): Selection {
  return useSelection(
    {
      key: JSON.stringify(query),
      topics: ['links', 'actions', 'products'],
      onFailed: ({ message }) => notify('error', sentences(texts.parts.linksNotSelected, message)),
      ids: (between) => call('links.ids', { ...query, between }),
      gone: (ids, anywhere) => call('links.gone', { ...query, ...(anywhere ? UNFILTERED : {}), ids }),
    },
    pages,
  );
}
