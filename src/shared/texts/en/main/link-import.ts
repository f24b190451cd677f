// Importing payment links from a file or from the clipboard: the open file, and the creation of its links.
import { counted, number } from './counting.ts';

export const linkImport = {
  gone: 'This import is no longer in the list.',
  stillMaking: 'Its links are being created. Cancel that first.',

  draft: {
    closed: 'This file is no longer open. Choose it again.',
    notText: 'This is not a text file. Choose a CSV file, or paste the rows.',
    notTextSo: 'The file is not in this encoding: read so, it is no text.',
    columnsChanged: 'The columns have changed meanwhile. Look at them again.',
    notReadSo: (why: string) => `${why} Nothing was changed.`,
    asLastTime: 'Columns set as in your last import.',
    repriced: (prices: string) =>
      `A link with this metadata exists already, at ${prices}. To change its price, use "Replace link" there. Choose this row to create a second link.`,
    otherUse: (useOnce: boolean) =>
      `A link with this metadata exists already, ${useOnce ? 'for a single sale' : 'for any number of sales'}.`,
    sameMetadataAs: (line: number) => `Line ${number(line)} has the same metadata. Both would be created.`,
    sameAs: (line: number) => `Same as line ${number(line)}: left out unless you choose it`,
    exists: 'A payment link like this exists already',
    unconfirmed:
      'A payment link like this was created, but the service has not confirmed it. Settle it in Sync before you create another one.',
    refused: 'A payment link like this was rejected. Correct or discard it in Sync before you create another one.',
    stillChecking: 'The rows are still being checked.',
    noneChosen: 'Choose at least one row without errors.',
    otherImport: 'Another import is still creating its links. Wait until it has finished, then press the button again.',
    linksChanged: (existing: number, chosen: number) =>
      `Your payment links have changed: ${counted(existing, 'row exists', 'rows exist')} already, and ${counted(chosen, 'row is', 'rows are')} chosen now. Check the rows, then press the button again.`,
  },

  /** Why it stopped before all its links were made. */
  stopped: {
    cancelled: 'Cancelled.',
    productGone: (rows: number) =>
      rows === 1
        ? '1 row was left out: its product no longer exists.'
        : `${number(rows)} rows were left out: their product no longer exists.`,
    leftOut: (rows: number) =>
      rows === 1
        ? '1 row was left out: a link like it was created after this import began.'
        : `${number(rows)} rows were left out: links like them were created after this import began.`,
    because: (reason: string) => `${reason}.`,
  },

  mayExist:
    'This link may have been created: the part of the catalog that would show it was damaged. Check on your store’s page whether it exists before you create it again.',

  errors: { save: 'Save rows with errors' },

  template: {
    save: 'Save template',
    /** In the place of a product's title, while there is no product. */
    product: 'Title of your product',
    notWritten: (reason: string) => `${reason}. Choose another place and try again.`,
  },

  result: {
    save: 'Save result of the import',
    notWritten: (reason: string) => `${reason}. The import is untouched; choose another place and try again.`,
  },
};
