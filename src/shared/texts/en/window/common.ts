// Words that stand on more than one screen.
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  review: 'Review',
  undo: 'Undo',
  unsavedChanges: 'Unsaved changes',
};
