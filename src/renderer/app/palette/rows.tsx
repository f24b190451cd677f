// The rows of the palette, by group.

import { IconLink, IconPackage, type IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Frame } from '../../../shared/contract/app.ts';
import type { LinkView } from '../../../shared/payment-link.ts';
import type { ProductView } from '../../../shared/product.ts';
import { enumerated } from '../../../shared/sentences.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { SyncBadge } from '../../components/SyncBadge.tsx';
import { shownPrices } from '../../screens/links/link-actions.tsx';
import { addressOf, copyCommand } from '../../screens/links/link-commands.tsx';
import { go } from '../../state/route.ts';
import { type Command, commandsFor, matching } from './commands.tsx';
import type { Found } from './useFound.ts';

const t = texts.palette;

export interface Row {
  readonly key: string;
  readonly label: string;
  readonly description?: string;
  /** The description has a line of its own. */
  readonly hasTwoLines?: true;
  readonly Icon: typeof IconPlus;
  readonly beside?: ReactNode;
  run(): void;
  /** For a payment link: copies its checkout link. */
  readonly copy?: () => void;
}

interface Group {
  readonly key: string;
  readonly label: string;
  readonly rows: readonly Row[];
}

export interface Listed {
  /** The results behind the rows; null before the first. */
  readonly found: Found | null;
  readonly groups: readonly Group[];
  /** The number of results, for the footer and for screen readers. */
  readonly hits: string;
}

/** What the palette shows. `inboxRuns` is null while loading. */
export function listed(found: Found, frame: Frame, inboxRuns: boolean | null): Listed {
  const groups = groupsOf(found, commandsFor(frame, inboxRuns), frame);
  return { found, groups, hits: describeHits(found, groups) };
}

/** Commands first when something is typed, so that they do not move when the rest arrives. */
function groupsOf(found: Found, commands: readonly Command[], frame: Frame): readonly Group[] {
  const { search, hits } = found;
  const commandGroups = grouped(matching(commands, search));
  if (!hits) return commandGroups;
  const { products, links, productsInAll, linksInAll } = hits;
  const asRow = (link: LinkView) => linkRow(link, frame);
  const records: Group[] =
    search === ''
      ? [{ key: 'recent', label: t.groups.recent, rows: [...links.map(asRow), ...products.map(productRow)] }]
      : [
          {
            key: 'products',
            label:
              productsInAll > products.length
                ? t.groups.someProducts({ shown: products.length, inAll: productsInAll })
                : shared.names.products,
            rows: products.map(productRow),
          },
          {
            key: 'links',
            label:
              linksInAll > links.length
                ? t.groups.someLinks({ shown: links.length, inAll: linksInAll })
                : shared.names.paymentLinks,
            rows: links.map(asRow),
          },
        ];
  const groups = search === '' ? [...records, ...commandGroups] : [...commandGroups, ...records];
  return groups.filter(({ rows }) => rows.length > 0);
}

function grouped(commands: readonly Command[]): Group[] {
  const groups = new Map<Command['group'], Row[]>();
  for (const { group, words: _words, ...command } of commands) {
    const rows = groups.get(group) ?? [];
    groups.set(group, rows);
    rows.push({ key: `${group} ${command.label} ${command.description ?? ''}`, ...command });
  }
  return [...groups].map(([key, rows]) => ({ key, label: t.groups[key], rows }));
}

export const labelOf = ({ label }: Row, className: string | undefined): ReactNode => (
  <span className={className} dir="auto" title={label}>
    {label}
  </span>
);

/** Its sync state, unless it is on the service for certain. */
const stateBeside = ({ sync, createdOn, doubtOn }: ProductView | LinkView): Pick<Row, 'beside'> =>
  sync === 'synced' && createdOn === null && doubtOn.length === 0
    ? {}
    : { beside: <SyncBadge state={sync} createdOn={createdOn} doubtOn={doubtOn} /> };

const productRow = (product: ProductView): Row => ({
  key: product.id,
  label: product.fields.productTitle,
  description: product.state === 'published' ? t.rows.product : t.rows.draft,
  Icon: IconPackage,
  ...stateBeside(product),
  run: () => go(`#/products/${encodeURIComponent(product.id)}`),
});

const linkRow = (link: LinkView, { settings }: Frame): Row => ({
  key: link.id,
  label: link.productTitle,
  description: [
    shownPrices(link, settings.currencies),
    ...(link.useOnce ? [t.rows.singleUse] : []),
    ...link.metadata.map(({ key, value }) => `${key}: ${value}`),
  ].join(' · '),
  hasTwoLines: true,
  Icon: IconLink,
  ...stateBeside(link),
  run: () => go(addressOf(link)),
  copy: copyCommand(link).run,
});

function describeHits({ search, hits }: Found, groups: readonly Group[]): string {
  if (!hits) return t.looking;
  if (search === '') return '';
  const { products, links, productsInAll, linksInAll } = hits;
  const listed = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const commands = listed - products.length - links.length;
  if (commands + productsInAll + linksInAll === 0) return texts.common.nothingFound;
  const { counted } = t;
  const results = [
    ...(commands > 0 ? [counted.commands({ commands })] : []),
    ...(productsInAll > 0 ? [counted.products({ products: productsInAll })] : []),
    ...(linksInAll > 0 ? [counted.links({ links: linksInAll })] : []),
  ];
  return t.found({ results: enumerated(results) });
}
