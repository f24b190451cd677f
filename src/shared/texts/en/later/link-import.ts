// Importing payment links from a file or from the clipboard.
// Over 300 lines, because all texts of a screen are in one file for its translator.
import type { Phrase } from '../../phrase.ts';
import { counted, number } from '../window/counting.ts';

export const linkImport = {
  backToList: 'Back to the list',
  notOpened: 'The import could not be opened',

  start: {
    nothingRead: 'Nothing was read',
    dropOrChoose: 'Drop a CSV file here, or choose one. Nothing is created until you say so.',
    chooseFile: 'Choose a file',
    limits: 'Comma, semicolon or tab. Up to 20 MB and 50,000 rows.',
    pasteRows: 'Paste rows',
    pasteRowsHow: 'Copied from a spreadsheet, with the column names in the first row',
    readRows: 'Read rows',
    columnNames:
      'Columns can be called, for example: Product, Product number, Price, Price USD, Discounted price, Currency, Single use, Private note, and "metadata: order" for each key. A file from "Export CSV" fits as it is. You say what each column is in the next step.',
    template: 'Download a CSV template',
    templateSaved: (file: string) => `Template saved to ${file}`,
    leaving: 'If you leave now, the rows in the text box are lost. Stay to save them.',
    dropHere: 'Drop a CSV file to import links',
  },

  reading: {
    tooLarge: (megabytes: string) =>
      `This file has ${megabytes} MB, and at most 20 MB can be read at once. Split it and import its parts.`,
    empty: 'This file is empty.',
    notRead: (reason: string) => `The file could not be read (${reason}). Nothing was changed; choose it again.`,
    pastedRows: 'Pasted rows',
    oneFileOnly: 'Drop one file at a time. Nothing was read.',
  },

  past: {
    title: 'Imports',
    notRead: 'The imports could not be read',
    errors: (rows: number) => `${number(rows)} with errors`,
    withErrors: <Part>(progress: string, errors: Part): Phrase<Part> => [`${progress}, `, errors],
    none: 'None yet. What you import is kept here, with the checkout addresses as they come.',
  },

  /** The progress of an import: the parts that apply, joined by commas. */
  progress: {
    sent: (links: number, chosen: number) => `${number(links)} of ${number(chosen)} sent`,
    waiting: (links: number) => `${number(links)} waiting`,
    needAttention: (links: number) => `${number(links)} ${links === 1 ? 'needs' : 'need'} attention`,
    deleted: (links: number) => `${number(links)} deleted`,
    notCreated: (rows: number) => `${number(rows)} not created`,
  },

  draft: {
    chooseAnother: 'Choose another file',
    dropsChanges: 'Drop your changes?',
    dropsChangesBody:
      'What you changed in this file is lost: columns, cells and the choice of rows. The file on your disk stays as it is, and so do your links.',
    dropChanges: 'Drop changes',
    keepFile: 'Keep this file',
    notClosed: 'The file is still open',
    notReadLikeThat: 'It cannot be read like that',
    create: (links: number) => `Create ${counted(links, 'link')}`,
    /** Beside that button; empty where every row is created. */
    notCreated: ({
      existing,
      repeated,
      repriced,
      bad,
      unchosen,
    }: Record<'existing' | 'repeated' | 'repriced' | 'bad' | 'unchosen', number>) => {
      const reasons = [
        ...(existing > 0 ? [`${number(existing)} that ${existing === 1 ? 'exists' : 'exist'} already`] : []),
        ...(repeated > 0 ? [`${number(repeated)} that ${repeated === 1 ? 'repeats' : 'repeat'} another row`] : []),
        ...(repriced > 0
          ? [`${number(repriced)} at another price than ${repriced === 1 ? 'its link' : 'their links'}`]
          : []),
        ...(bad > 0 ? [`${number(bad)} with errors`] : []),
        ...(unchosen > 0 ? [`${number(unchosen)} not chosen`] : []),
      ];
      return reasons.length === 0 ? '' : `Left out: ${reasons.join(', ')}`;
    },
    noneCreated: 'No link was created',
    figures: ({
      all,
      bad,
      existing,
      repeated,
      repriced,
      chosen,
    }: Record<'all' | 'bad' | 'existing' | 'repeated' | 'repriced' | 'chosen', number>) =>
      [
        `${number(chosen)} of ${counted(all, 'row')} chosen`,
        ...(existing > 0 ? [`${number(existing)} ${existing === 1 ? 'exists' : 'exist'} already`] : []),
        ...(repeated > 0 ? [`${number(repeated)} ${repeated === 1 ? 'repeats' : 'repeat'} another row`] : []),
        ...(repriced > 0
          ? [`${number(repriced)} with another price than ${repriced === 1 ? 'its link' : 'their links'}`]
          : []),
        ...(bad > 0 ? [`${number(bad)} with errors`] : []),
      ].join(', '),
    checking: (checked: number, all: number) => `Checking ${number(checked)} of ${counted(all, 'row')}`,
    checkingRows: 'Checking rows',
    rows: 'Rows to import',
    noRows: 'No row to import',
    noRowsBecause: 'There is nothing below the names of the columns.',
    noErrors: 'No row has errors',
    noErrorsBecause: 'Every row can be created as it is.',
    remarks: (rows: number) =>
      `${rows === 1 ? '1 row has a remark' : `${number(rows)} rows have a remark`}: see “With remarks”.`,
    importedBefore: 'This was imported before',
    importedBeforeOn: (at: string, made: number) =>
      `This file was imported on ${at}; ${counted(made, 'link')} came from it. Rows that exist already are left out.`,
    showThatImport: 'Show that import',
    /** Rows that are left out unless they are chosen, by why. */
    leftOut: {
      existing: {
        rows: 'Rows that exist already',
        count: (rows: number) => (rows === 1 ? '1 row exists already' : `${number(rows)} rows exist already`),
      },
      repeated: {
        rows: 'Rows that repeat another row',
        count: (rows: number) => `${counted(rows, 'row repeats', 'rows repeat')} another row of this file`,
      },
      repriced: {
        rows: 'Rows with another price than their link',
        count: (rows: number) =>
          rows === 1
            ? '1 row has a link already, at another price'
            : `${number(rows)} rows have a link already, at another price`,
      },
    },
    leftOutChosen: (chosen: number, rows: number) =>
      rows === 1 ? 'it is chosen' : `${number(chosen)} of them ${chosen === 1 ? 'is' : 'are'} chosen`,
    importAnyway: (rows: number) => `Import ${rows === 1 ? 'it' : 'them'} anyway`,
    leaveOut: (rows: number) => `Leave ${rows === 1 ? 'it' : 'them'} out`,
    chooseAll: {
      new: 'Choose all rows without errors',
      newWith: {
        existing: 'Choose all rows without errors that do not exist already',
        repeated: 'Choose all rows without errors that do not repeat another row',
        repriced: 'Choose all rows without errors that have no link at another price',
        several: 'Choose all new rows without errors',
      },
      existing: 'Choose all rows that exist already',
      repeated: 'Choose all rows that repeat another row',
      repriced: 'Choose all rows that have a link at another price',
    },
    chooseLine: (line: number) => `Choose line ${number(line)}`,
  },

  /** How the file is read. */
  fields: {
    product: 'Product for rows without one',
    noProduct: 'None',
    currency: 'Currency of prices',
    decimalSign: 'Decimal sign',
    decimalSigns: { '': 'As written', '.': 'Point (1.50)', ',': 'Comma (1,50)' },
    delimiter: 'Delimiter',
    delimiters: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' },
    encoding: 'Encoding',
    encodings: {
      'utf-8': 'UTF-8',
      'utf-16le': 'UTF-16',
      'utf-16be': 'UTF-16, big-endian',
      'windows-1252': 'Windows-1252',
    },
    hasHeader: 'First row has names',
  },

  columns: {
    title: 'What each column is',
    missing: 'Before links can be created',
    change: 'Change columns',
    unclear: (rows: number) => `${counted(rows, 'row has', 'rows have')} a price that can be read in two ways.`,
    chooseSign: 'Choose decimal sign',
    unknownCurrency: (currency: string) => `${currency} is not among your currencies.`,
    rowsInCurrency: (rows: number, currency: string) =>
      `${counted(rows, 'row is', 'rows are')} in ${currency}, which is not among your currencies.`,
    addCurrency: (currency: string) => `Add ${currency}`,
    used: (roles: string) => `Columns: ${roles}`,
    usedAndNot: (roles: string, unused: readonly string[]) =>
      unused.length > 12
        ? `Columns: ${roles}. Not used: ${number(unused.length)} columns, see "Change columns"`
        : `Columns: ${roles}. Not used: ${unused.join(', ')}`,
    metadataKey: 'Metadata key',
    metadataKeyFor: (column: string) => `Metadata key for ${column}`,
    enterKey: 'Enter a key',
    looksLike: {
      price: 'Looks like a price. Choose what it is, or leave it out.',
      discount: 'Looks like a discount. Choose what it is, or leave it out.',
      currency: 'Looks like a currency. Choose what it is, or leave it out.',
    },
    leaveOut: 'Leave out',
    leaveOutColumn: (column: string) => `Leave out ${column}`,
    roles: {
      ignore: 'Not used',
      product: 'Product (title or id)',
      productId: 'Product id',
      productNumber: 'Product number (in its address)',
      price: 'Price',
      discount: 'Discounted price',
      currency: 'Currency',
      singleUse: 'Single use',
      metadata: 'Metadata',
      otherMetadata: 'Other metadata (JSON)',
      note: 'Private note',
    },
    rolesInCurrency: {
      price: (currency: string) => `Price in ${currency}`,
      discount: (currency: string) => `Discounted price in ${currency}`,
    },
  },

  row: {
    filter: 'Filter rows',
    all: (rows: number) => `All ${number(rows)}`,
    withErrors: 'With errors',
    leftOut: {
      existing: (rows: number) => `${rows === 1 ? 'Exists' : 'Exist'} already ${number(rows)}`,
      repeated: (rows: number) => `Repeated ${number(rows)}`,
      repriced: (rows: number) => `Other price ${number(rows)}`,
    },
    withRemarks: (rows: number) => `With remarks ${number(rows)}`,
    withErrorsCounted: (rows: number) => `With errors ${number(rows)}`,
    line: 'Line',
    lineNumber: (line: number) => `Line ${number(line)}`,
    product: 'Product',
    price: 'Price',
    singleUse: 'Single use',
    isSingleUse: 'Yes, for one sale',
    isNotSingleUse: 'No',
    singleUseMark: 'single use',
    metadata: 'Metadata',
    metadataOf: (key: string) => `metadata: ${key}`,
    state: 'State',
    checkoutUrl: 'Checkout URL',
    addressOrProblems: 'Checkout URL or what is wrong',
    problemsOfRow: 'What is wrong with this row',
    showWhole: 'Show whole row',
    showLink: 'Show its link',
    problemInColumn: (column: string, problem: string) => `${column}: ${problem}`,
    moreProblems: (more: number) => `And ${number(more)} more`,
  },

  errors: {
    save: 'Save rows with errors as CSV',
    saved: (rows: number, file: string) =>
      `${counted(rows, 'row')} saved to ${file}. Correct ${rows === 1 ? 'it' : 'them'} there, then import that file`,
  },

  /** Correcting cells of the open file. */
  fix: {
    hint: 'Correct it here (F2)',
    cellsOf: (line: number) => `Correct line ${number(line)}`,
    save: 'Save and check',
    saved: (line: number) => `Line ${number(line)} corrected. Your file on the disk is unchanged`,
    notSaved: 'The cell was not corrected',
    lost: 'If you leave now, what you have typed into the row is lost.',
    beforeLoss: {
      title: (line: number) => `Close line ${number(line)} without saving?`,
      body: 'If you close it now, what you have typed is lost.',
      confirm: 'Close without saving',
      cancel: 'Keep editing',
      failed: 'The line is still open',
    },
  },

  begun: {
    announced: {
      begun: 'Links are being created.',
      stopped: 'The import has stopped.',
      sending: 'The links wait to be sent.',
      needAttention: (links: number) =>
        `${counted(links, 'link needs', 'links need')} attention. The rest of the import has finished.`,
      finished: 'The import has finished.',
    },
    notRead: 'The import could not be read',
    notHere: 'Import not found',
    notHereBecause:
      'It was removed from the list, or it belongs to another store. Its links are among the payment links.',
    removeFromList: 'Remove from the list',
    saveResult: 'Save result as CSV',
    saved: (rows: number, file: string) => `${counted(rows, 'row')} saved to ${file}`,
    savedWithoutAddresses: (rows: number, file: string, without: number) =>
      `${counted(rows, 'row')} saved to ${file}. ${counted(without, 'link has', 'links have')} no address yet: save it again when they are ready`,
    /** `progress`: as above, joined. */
    progress: (progress: string, leftOut: number, bad: number) => {
      const others = [
        ...(leftOut > 0 ? [`${counted(leftOut, 'row')} left out`] : []),
        ...(bad > 0 ? [`${counted(bad, 'row')} with errors`] : []),
      ];
      return others.length > 0 ? `${progress}; ${others.join(', ')}` : progress;
    },
    reviewInSync: 'Review in Sync',
    rows: 'Imported rows',
    noProblems: 'Nothing is wrong',
    noProblemsBecause: 'Every link is sent or waits to be sent.',
    creating: 'Creating links',
    createdSoFar: (made: number, chosen: number) =>
      `${number(made)} of ${counted(chosen, 'link')} saved on this computer`,
    notAllCreated: 'Not all links were created',
    appWasClosed: 'The app was closed while the links were being created.',
    createdAndNot: (made: number, chosen: number, rest: number) =>
      `${number(made)} of ${counted(chosen, 'link')} ${made === 1 ? 'is' : 'are'} saved on this computer; ${number(rest)} ${rest === 1 ? 'was' : 'were'} not created.`,
    resumeDoes: 'You can create those now. Rows of which there are links by now are left out.',
    otherRuns: 'Another import is still creating its links. You can create the rest when it has finished.',
    createAnyway: (rows: number) => `Create ${counted(rows, 'existing row')} anyway`,
    resume: 'Create remaining links',
    remove: 'Remove import',
    notRemoved: 'The import was not removed',
    removes: (name: string, made: number) =>
      `"${name}" is removed from this list. Its ${counted(made, 'link stays as it is', 'links stay as they are')}.`,
    removesRest: (rest: number) =>
      `The ${counted(rest, 'row that was', 'rows that were')} not created can't be resumed then.`,
  },
};
