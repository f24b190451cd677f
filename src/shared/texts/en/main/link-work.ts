// Actions on payment links: create, edit, replace, delete, export.
import { counted } from './counting.ts';

export const linkWork = {
  gone: 'This payment link is no longer in the catalog.',
  chooseProduct: 'Choose a product',
  sentAlready: 'This payment link has been sent already and cannot be edited. Create a new one instead.',
  deletedAlready: 'This payment link is being deleted already; see Sync.',
  withoutUuid: 'The address of this payment link has no uuid, so the service cannot be told which one to delete.',
  withoutAddress: 'Waiting: the address comes when it is sent',
  notAllTakenBack: (reason: string, saved: number) =>
    `${reason}. ${counted(saved, 'deletion is', 'deletions are')} saved, but the links that have not left yet were not all taken back.`,

  export: {
    all: 'Export payment links',
    selected: 'Export selected payment links',
    notWritten: (reason: string) => `${reason}. Your links are untouched; choose another place and try again.`,
    toBeDeleted: (state: string) => `${state}, to be deleted`,
    beingReplaced: (state: string) => `${state}, being replaced`,
  },

  replace: {
    obstacles: {
      gone: 'This payment link is no longer in the catalog. Nothing was changed.',
      leaving: 'This payment link is being deleted or replaced already; see Sync. Nothing was changed.',
      unsent: 'This payment link has not been sent yet: edit it instead. Nothing was changed.',
      unknown: 'Whether this payment link is on the service is not known yet; see Sync. Nothing was changed.',
      withoutUuid:
        'The address of this payment link has no uuid, so the service cannot be told to delete it. Create a similar link instead; both will work.',
    },
    tooLate: 'The old link is deleted or being deleted already, so this cannot be undone.',
    notAll: (reason: string, saved: number) =>
      `${reason}. ${counted(saved, 'replacement is', 'replacements are')} saved; the other links stay as they were.`,
  },

  keep: {
    tooLate: 'The deletion has already been sent, so it cannot be undone.',
  },

  customised: 'Save customised payment links',
};
