// Errors of a table of payment links: of the file, of its columns, of a row.
import { counted, number } from './counting.ts';

const rowsHave = (rows: number) => counted(rows, 'row has', 'rows have');
const readAsOne = (line: number, last: number) =>
  last > line ? `Lines ${number(line)} to ${number(last)} were read as one row: ` : '';

export const linkTable = {
  file: {
    empty: 'This file is empty.',
    workbook:
      'This is a workbook (such as .xlsx), not a CSV file. Open it in your spreadsheet, save it as CSV, and choose that file.',
    oldWorkbook:
      'This is an old Excel workbook (.xls), not a CSV file. Open it in your spreadsheet, save it as CSV, and choose that file.',
    pdf: 'This is a PDF, not a CSV file.',
    withoutRows: 'There are no rows in it.',
    tooWide: (line: number, cells: number, most: number) =>
      `Line ${number(line)} has ${number(cells)} cells. At most ${number(most)} columns can be imported.`,
    tooLong: (most: number) =>
      `There are more than ${number(most)} rows. Split the file and import its parts one after the other.`,
  },

  /** How the file was read. */
  notes: {
    encodings: {
      'utf-8': 'UTF-8',
      'utf-16le': 'UTF-16',
      'utf-16be': 'UTF-16 (big-endian)',
      'windows-1252': 'Windows-1252',
    },
    notUtf8: (encoding: string) =>
      `The file is not UTF-8, so it is read as ${encoding}, as older spreadsheets write it. Look whether special letters are right; if not, choose another encoding under "Change columns".`,
    unreadable: (rows: number) =>
      `${rowsHave(rows)} letters that cannot be read (\uFFFD). Another "Encoding" may be the right one.`,
    guarded: (rows: number) =>
      `${rowsHave(rows)} a cell with a quote before a sign such as =, put there so that no spreadsheet runs it. The quote is left out.`,
    onlyRowIsNames: 'The only row is read as the names of the columns, so there is no row to import.',
    firstRowIsNames: 'The first row is read as the names of the columns, and that is not certain.',
    untick: 'If it is a row to import, untick "First row has names".',
    firstRowIsRow:
      'The first row is read as a row to import, and that is not certain. If it has the names of the columns, tick "First row has names".',
    twice: (name: string, column: string) =>
      `There is more than one column called "${name}". "${column}" is not used: choose what it is if it should be.`,
  },

  columns: {
    unnamed: (place: number) => `Column ${place}`,
    currencyByValues: (column: string) =>
      `The column "${column}" is read as the currency, because its values are currencies.`,
    unusedMoney: {
      price: (column: string) =>
        `The column "${column}" looks like a price and is not used. Choose what it is, or tick "Leave out" below it.`,
      discount: (column: string) =>
        `The column "${column}" looks like a discount and is not used. Choose what it is, or tick "Leave out" below it.`,
      currency: (column: string) =>
        `The column "${column}" looks like a currency and is not used. Choose what it is, or tick "Leave out" below it.`,
    },
    inUnknownCurrency: (column: string, currency: string) =>
      `The column "${column}" is in ${currency}. Add that currency, choose what the column is, or tick "Leave out" below it.`,
    withoutKey: 'Enter a key for each metadata column.',
    withoutPrice: 'Choose which column has the price.',
    withoutProduct: 'Choose a product for all rows, or the column that names it.',
    currencyGone: 'A column has a currency that is no longer among your currencies. Choose what it is.',
    twice: {
      product: 'Two columns are the product: choose one of them.',
      productId: 'Two columns are the product id: choose one of them.',
      productNumber: 'Two columns are the product number: choose one of them.',
      currency: 'Two columns are the currency: choose one of them.',
      singleUse: 'Two columns are single use: choose one of them.',
      otherMetadata: 'Two columns are other metadata: choose one of them.',
      note: 'Two columns are the private note: choose one of them.',
      metadata: (key: string) => `Two columns are the metadata "${key}": choose one of them.`,
      price: 'Two columns are the price: choose one of them.',
      discount: 'Two columns are the discounted price: choose one of them.',
    },
    twiceIn: {
      price: (currency: string) => `Two columns are the price in ${currency}: choose one of them.`,
      discount: (currency: string) => `Two columns are the discounted price in ${currency}: choose one of them.`,
    },
  },

  row: {
    tooLong: (cells: number, columns: number) =>
      `The row has ${number(cells)} cells, and there are ${number(columns)} columns. A cell with the delimiter in it has to stand in quotation marks`,
    tooShort: (cells: number, columns: number) =>
      `The row has ${number(cells)} cells, and there are ${number(columns)} columns: those that are missing count as empty`,
    quoteNotClosed: (line: number, last: number) =>
      `${readAsOne(line, last)}a quotation mark that opens in line ${number(line)} is never closed`,
    quoteOutOfPlace: (line: number, last: number) =>
      `${readAsOne(line, last)}a quotation mark in line ${number(line)} stands where none can. Write "" for one inside a quoted cell`,
    neitherYesNorNo: (said: string) => `"${said}" is neither yes nor no`,
    notJson: 'This is no JSON object of texts, for example {"order":"1042"}',
    lineBreaks: 'A metadata value has one line: take the line breaks out of this cell',
  },

  price: {
    enterForDiscount: 'Enter the price that this discounted price belongs to',
    noColumnForDiscount: 'There is no column with the price that this discounted price belongs to',
    /** `add`: as it is offered. */
    currencyUnknown: (said: string, add: string) => `"${said}" is not among your currencies. Use "Add ${add}" above`,
    noCurrencyCalled: (said: string) => `"${said}" is not the name of a currency. Write its code, for example USD`,
    currencyUncertain: (said: string, currencies: string) =>
      `"${said}" can be ${currencies}. Write the currency's name`,
    noCurrency: (currency: string) => `No currency in this row: it is read as ${currency}`,
    oneOr: (currency: string, other: string) => `${currency} or ${other}`,
    orDecimalSign: 'For the whole file, use "Choose decimal sign" above the rows',
  },

  product: {
    missing: 'The product is missing',
    idUnknown: (id: string) => `There is no product with the id "${id}"`,
    numberUnknown: (number: string) =>
      `No product is known by the number "${number}". A number is known once a link of its product has an address; until then name the product by its title or id`,
    numberUncertain: (products: number, number: string) =>
      `There are ${counted(products, 'product')} with the number "${number}". Name it by its id`,
    titleUnknown: (title: string) => `There is no product called "${title}"`,
    titleUncertain: (products: number, title: string) =>
      `There are ${number(products)} products called "${title}". Name it by its product id, in a column of its own`,
    idIsOf: (id: string, title: string, other: string) => `The product with the id ${id} is "${title}", not "${other}"`,
    numberIsOf: (number: string, title: string, other: string) =>
      `The product with the number ${number} is "${title}", not "${other}"`,
  },
};
