// Texts of more than one screen.
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  nothingFound: 'Nothing found',
  nothingHereYet: 'Nothing here yet',
  review: 'Review',
  showTheChange: 'Show the change',
  undo: 'Undo',
  unsavedChanges: 'Unsaved changes',
};
