// Names of columns in the languages of the app, without accents and in lower case, as `foldedName` returns them.
import { foldText } from '../../../shared/fold.ts';
import type { ColumnRole } from '../../../shared/link-import.ts';

/** Folds a name as for the search, and ignores separators: "Single_use", "single-use". */
export const foldedName = (name: string): string =>
  foldText(name)
    .replace(/[\s_()[\]-]+/g, ' ')
    .trim();

const list = (names: string): ReadonlySet<string> => new Set(names.split(',').map(foldedName));

type NamedRole = Exclude<ColumnRole['kind'], 'ignore' | 'metadata'>;

/** Only names that mean nothing else. "Discount" and "Remise" are missing, because they are often an amount to take off. */
const NAMES: Readonly<Record<NamedRole, ReadonlySet<string>>> = {
  product: list(
    'product,product title,product name,title,item,item name,item title,article,service,produkt,produktname,produkttitel,artikel,' +
      'producto,nombre del producto,produit,nom du produit,produto,nome do produto,商品,商品名',
  ),
  productId: list('product id,productid,produkt id,id del producto,id de producto,id du produit,id do produto,商品id'),
  price: list(
    'price,amount,gross,regular price,unit price,variant price,item price,total,total price,total amount,order total,' +
      'order total amount,preis,betrag,brutto,bruttobetrag,gesamtbetrag,prix,montant,precio,importe,preço,valor,' +
      'normalpreis,regulärer preis,prix normal,precio normal,preço normal,価格,金額,通常価格',
  ),
  discount: list(
    'discounted price,discount price,sale price,special price,reduced price,aktionspreis,rabattpreis,' +
      'reduzierter preis,rabattierter preis,ermäßigter preis,prix remisé,prix réduit,prix soldé,prix promotionnel,' +
      'precio con descuento,precio rebajado,precio de oferta,preço com desconto,preço promocional,割引価格,割引後価格,' +
      '割引後の価格,セール価格',
  ),
  currency: list('currency,currency code,currency id,währung,devise,monnaie,moneda,divisa,moeda,通貨,通貨コード'),
  singleUse: list(
    'single use,singleuse,use once,useonce,one time,once,einmalig,einmalige nutzung,usage unique,un solo uso,uso único,' +
      '1回限り',
  ),
  note: list(
    'private note,private notes,internal note,internal notes,note,notes,memo,notiz,notizen,private notiz,interne notiz,' +
      'nota,notas,nota privada,note privée,note interne,anotação,anotação privada,メモ,非公開メモ',
  ),
};

/** The last line has the prefixes of Spanish, French and Portuguese: "Nº de pedido". */
const METADATA = new RegExp(
  foldText(
    `^(?:${[
      '(?:order|invoice|customer|reference)(?: (?:id|no\\.?|nr|number|#))?',
      'ref|sku|campaign|channel|external id|bestellung|auftrag|rechnung|kunde|referenz|kampagne|kanal',
      '(?:bestell|auftrags|rechnungs|kunden)(?: id| ?(?:nr\\.?|nummer))',
      'referencia|campaña|canal|campagne|campanha|nota fiscal|注文|チャネル|チャンネル|キャンペーン',
      '(?:注文|受注|請求書|顧客)(?:番号|id| ?no)',
      '(?:(?:n|n°|no|n\\.o|numero|id) (?:d[eou] |del |da )?)?(?:pedido|factura|cliente|commande|facture|client|fatura)',
    ].join('|')})$`,
  ),
);

/** The full price in the product files of shops, whose "price" is then the discounted one. */
export const namesFullPrice = (name: string): boolean => /^(?:variant )?compare at price$/.test(name);

const ROLES = Object.keys(NAMES) as NamedRole[];

/** The role that a name stands for, or null. `name`: as `foldedName` returns it. */
export const roleNamed = (name: string): NamedRole | 'metadata' | null =>
  ROLES.find((role) => NAMES[role].has(name)) ?? (METADATA.test(name) ? 'metadata' : null);
