// The rows of the palette: commands of the focused row, commands of the app, and the products and payment links that match.
import { IconLink, IconPackage } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Frame } from '../../../shared/contract/app.ts';
import { foldText, wordsOfSearch } from '../../../shared/fold.ts';
import type { LinkView } from '../../../shared/payment-link.ts';
import { ok, type Result } from '../../../shared/problem.ts';
import type { ProductView } from '../../../shared/product.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { call, type Problem } from '../../bridge.ts';
import type { RowCommand } from '../../kit/commands.tsx';
import { SyncBadge } from '../../kit/SyncBadge.tsx';
import { shownPrices } from '../../screens/links/link-actions.tsx';
import { addressOf } from '../../screens/links/link-commands.tsx';
import { useFrame } from '../../state/frame.ts';
import { useAsked } from '../../state/live.ts';
import { go } from '../../state/route.ts';
import { firstKeys } from '../../state/shortcuts.ts';
import { appCommands, settingsCommands } from './commands.tsx';
import { type Group, type Row, usePalette } from './palette.ts';

interface Found {
  readonly products: readonly ProductView[];
  readonly links: readonly LinkView[];
}

const NONE: Found = { products: [], links: [] };

async function lookFor(search: string): Promise<Result<Found>> {
  const [products, links] = await Promise.all([
    call('products.list', { offset: 0, limit: 5, search, isHidden: null }),
    call('links.list', { offset: 0, limit: 8, search, productId: null, sync: 'all', useOnce: null }),
  ]);
  if (!products.ok) return products;
  return links.ok ? ok({ products: products.value.rows, links: links.value.rows }) : links;
}

/** `isSearched`: the rows belong to `search`, not to an earlier text. */
export function useRows(search: string): {
  readonly groups: readonly Group[];
  readonly problem: Problem | null;
  readonly isSearched: boolean;
} {
  const frame = useFrame();
  const row = useFocusedRow();
  const searches = search !== '' && frame.currentStoreId !== null;
  const { data, problem, isCurrent } = useAsked(['palette', search], [], () => lookFor(search), searches);
  const { products, links } = (searches && data) || NONE;
  const matching = ({ label, rows }: Group): Group => ({ label, rows: rows.filter((each) => isFound(each, search)) });
  const groups = [
    ...(row ? [matching(row)] : []),
    ...appCommands(frame).map(matching),
    { label: shared.names.products, rows: products.map(productRow) },
    { label: shared.names.paymentLinks, rows: links.map((link) => linkRow(link, frame)) },
    ...(search === '' ? [] : settingsCommands(frame).map(matching)),
  ];
  return {
    groups: groups.filter(({ rows }) => rows.length > 0),
    problem: searches ? problem : null,
    isSearched: !searches || isCurrent || problem !== null,
  };
}

function useFocusedRow(): Group | null {
  const menu = usePalette(({ row }) => row);
  const [commands, setCommands] = useState<readonly RowCommand[]>([]);
  useEffect(() => {
    let isOver = false;
    void Promise.resolve(menu?.commands ?? []).then((all) => !isOver && setCommands(all));
    return () => {
      isOver = true;
    };
  }, [menu]);
  if (!menu) return null;
  const rows = commands.map(
    ({ label, Icon, shortcut, disabled = false, run }): Row => ({
      key: `row ${label}`,
      label,
      Icon,
      disabled,
      isCommand: true,
      ...(shortcut && { keys: firstKeys(shortcut) }),
      run,
    }),
  );
  return { label: menu.label, rows };
}

/** Whether a row's label or description contains every word of the search. */
function isFound({ label, description = '' }: Row, search: string): boolean {
  const text = foldText(`${label} ${description}`);
  return wordsOfSearch(search).every((word) => text.includes(word));
}

/** The sync state, unless the service has the record for certain. */
const stateBeside = ({ sync, createdOn, doubtOn }: ProductView | LinkView): Pick<Row, 'beside'> =>
  sync === 'synced' && createdOn === null && doubtOn.length === 0
    ? {}
    : { beside: <SyncBadge state={sync} createdOn={createdOn} doubtOn={doubtOn} /> };

const productRow = (product: ProductView): Row => ({
  key: product.id,
  label: product.fields.productTitle,
  Icon: IconPackage,
  ...stateBeside(product),
  run: () => go(`#/products/${encodeURIComponent(product.id)}`),
});

const linkRow = (link: LinkView, { settings }: Frame): Row => ({
  key: link.id,
  label: link.productTitle,
  description: [
    shownPrices(link, settings.currencies),
    ...link.metadata.map(({ key, value }) => `${key}: ${value}`),
  ].join(' · '),
  Icon: IconLink,
  ...stateBeside(link),
  run: () => go(addressOf(link)),
});
