// Private notes about products and payment links.
export const notes = {
  title: 'Private note',
  add: 'Add private note',
  edit: 'Edit private note',
  whoSees: 'Only on this computer. Buyers and the service never see it.',
  hint: {
    link: 'Only on this computer: never sent to the service, never shown to buyers. Search finds it, and backups and exported CSV files contain it.',
    product:
      'Only on this computer: never sent to the service, never shown to buyers. Search finds it, and backups contain it.',
  },
  save: 'Save note',
  saved: 'Note saved on this computer.',
  notSaved: 'The note was not saved',
  notRead: 'The note could not be read',
  gone: 'The product or payment link of this note was deleted.',
};
