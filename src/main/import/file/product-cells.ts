// Finds the product of a row: by the service's id, the number in its checkout address, or its title.
import type { ColumnRole } from '../../../shared/link-import.ts';
import { withSingleSpaces } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/main.ts';
import { namesProduct } from './columns.ts';

const t = texts.linkTable.product;

/** Looks up products by the text of a cell. */
export interface ProductFinder {
  /** All products with exactly this title, else all that match it in any case. */
  titled(title: string): readonly string[];
  withServerId(serverId: number): string | null;
  /** All products with this number in their checkout address. */
  numbered(productNumber: string): readonly string[];
  titleOf(id: string): string | null;
}

export interface Cell {
  readonly at: number;
  readonly role: ColumnRole;
  readonly text: string;
  /** Typed by the seller, who sees in the row how it is read. */
  readonly isCorrected: boolean;
}

/** Adds an error to a column; null for the whole row. `hint`: what to do about it while the file is open. */
export type Complain = (at: number | null, message: string, hint?: string) => void;

/** `productId`: for rows that name no product. */
export function readProduct(
  cells: readonly Cell[],
  products: ProductFinder,
  productId: string | null,
  complain: Complain,
): string | null {
  const cellOf = (kind: ColumnRole['kind']) => cells.find(({ role, text }) => role.kind === kind && text !== '');
  const [byId, byNumber, byTitle] = [cellOf('productId'), cellOf('productNumber'), cellOf('product')];
  const id = byId && readId(byId, products, complain);
  const numbered = byNumber && readNumber(byNumber, products, complain);
  if (id === null || numbered === null) return null;
  const found = id ?? numbered;
  if (found !== undefined && numbered !== undefined && found !== numbered && byNumber) {
    const [title, other] = [products.titleOf(numbered) ?? '', products.titleOf(found) ?? ''];
    complain(byNumber.at, t.numberIsOf({ number: byNumber.text, title, other }));
  }
  if (found !== undefined) {
    const title = products.titleOf(found) ?? '';
    if (byTitle && !sameText(title, byTitle.text)) {
      if (byId) complain(byTitle.at, t.idIsOf({ id: byId.text, title, other: byTitle.text }));
      else if (byNumber) complain(byTitle.at, t.numberIsOf({ number: byNumber.text, title, other: byTitle.text }));
    }
    return found;
  }
  if (byTitle) return readTitle(byTitle, products, complain);
  if (productId !== null && products.titleOf(productId) !== null) return productId;
  complain(cells.find(({ role }) => namesProduct(role))?.at ?? null, t.missing);
  return null;
}

/** Also matches "id 1004", as product lists show it. */
function withServerId(text: string, products: ProductFinder): string | null {
  const serverId = /^(?:id\s+)?(\d{1,15})$/i.exec(text)?.[1];
  return serverId === undefined ? null : products.withServerId(Number(serverId));
}

function readId({ at, text }: Cell, products: ProductFinder, complain: Complain): string | null {
  const found = withServerId(text, products);
  if (found === null) complain(at, t.idUnknown({ id: text }));
  return found;
}

/** The number in a product's checkout address, which is known once one of its links has an address. */
function readNumber({ at, text }: Cell, products: ProductFinder, complain: Complain): string | null {
  const found = products.numbered(text);
  if (found.length > 1) complain(at, t.numberUncertain({ products: found.length, number: text }));
  if (found.length === 0) complain(at, t.numberUnknown({ number: text }));
  return found.length === 1 ? (found[0] ?? null) : null;
}

const sameText = (one: string, other: string): boolean =>
  withSingleSpaces(one.toLowerCase()) === withSingleSpaces(other.toLowerCase());

/** Finds a product by title, else by id. */
function readTitle({ at, text }: Cell, products: ProductFinder, complain: Complain): string | null {
  const titled = products.titled(text);
  const numbered = withServerId(text, products);
  const found = [...new Set([...titled, ...(numbered === null ? [] : [numbered])])];
  if (found.length > 1) {
    complain(at, t.titleUncertain({ products: found.length, title: text }));
    return null;
  }
  if (found[0] === undefined) complain(at, t.titleUnknown({ title: text }));
  return found[0] ?? null;
}
