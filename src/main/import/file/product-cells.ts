// Finds the product of a row: by the service's id, or by its title.
import { type ColumnRole, namesProduct } from '../../../shared/link-import.ts';
import { plainText } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/main.ts';

const t = texts.linkTable.product;

/** Looks up products by the text of a cell. */
export interface ProductFinder {
  /** All products with exactly this title, else all that match it in any case. */
  titled(title: string): readonly string[];
  withServerId(serverId: number): string | null;
  isThere(id: string): boolean;
}

export interface Cell {
  readonly at: number;
  readonly role: ColumnRole;
  readonly text: string;
}

/** Adds an error to a column; null for the whole row. */
export type Complain = (at: number | null, message: string) => void;

/** `productId`: for rows that name no product. */
export function readProduct(
  cells: readonly Cell[],
  products: ProductFinder,
  productId: string | null,
  complain: Complain,
): string | null {
  const cellOf = (kind: ColumnRole['kind']) => cells.find(({ role, text }) => role.kind === kind && text !== '');
  const [byId, byTitle] = [cellOf('productId'), cellOf('product')];
  if (byId) {
    const found = withServerId(byId.text, products);
    if (found === null) complain(byId.at, t.idUnknown({ id: byId.text }));
    return found;
  }
  if (byTitle) return readTitle(byTitle, products, complain);
  if (productId !== null && products.isThere(productId)) return productId;
  complain(cells.find(({ role }) => namesProduct(role))?.at ?? null, t.missing);
  return null;
}

/** Also matches "id 1004", as product lists show it. */
function withServerId(text: string, products: ProductFinder): string | null {
  const serverId = /^(?:id\s+)?(\d{1,15})$/i.exec(plainText(text))?.[1];
  return serverId === undefined ? null : products.withServerId(Number(serverId));
}

/** Finds a product by title, else by id. */
function readTitle({ at, text }: Cell, products: ProductFinder, complain: Complain): string | null {
  const numbered = withServerId(text, products);
  const found = [...new Set([...products.titled(text), ...(numbered === null ? [] : [numbered])])];
  if (found.length > 1) {
    complain(at, t.titleUncertain({ products: found.length, title: text }));
    return null;
  }
  if (found[0] === undefined) complain(at, t.titleUnknown({ title: text }));
  return found[0] ?? null;
}
