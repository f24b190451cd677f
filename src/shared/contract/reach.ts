// What each channel reaches outside the app's own folder, and what keeps page code from using it to send data away.
import type { Channel } from '../contract.ts';

export interface Reach {
  readonly to: 'network' | 'clipboard' | 'disk' | 'program';
  /** `asked`: a dialog of the system, which the page can neither show nor answer. `limited`: too little to carry data away. */
  readonly by: 'asked' | 'limited';
  /** What the dialog asks or what limits the channel, or why that is enough. */
  readonly why: string;
}

const asked = (to: Reach['to'], why: string): Reach => ({ to, by: 'asked', why });
const limited = (to: Reach['to'], why: string): Reach => ({ to, by: 'limited', why });
const alike = <C extends Channel>(channels: readonly C[], reach: Reach | 'local') =>
  Object.fromEntries(channels.map((channel) => [channel, reach])) as Record<C, Reach | 'local'>;

// biome-ignore format: a list
const QUEUED = [
  'products.create', 'products.edit', 'products.setDefaultPrice', 'links.create', 'links.edit', 'links.delete',
  'links.replace', 'links.replaceMany', 'links.deleteMany', 'links.setBatchPaused', 'imports.create', 'sync.now',
  'sync.sendHeld', 'sync.decide', 'sync.networkReturned', 'sync.undo',
] as const;
// biome-ignore format: a list
const COPIED = [
  'products.copyBasicCheckoutLink', 'links.copyWhenReady', 'links.copyCheckoutLink', 'links.copyCheckoutLinks',
] as const;
// biome-ignore format: a list
const SAVED = [
  'links.exportCsv', 'qr.save', 'imports.saveErrors', 'imports.saveResult', 'sales.exportCsv', 'backup.export',
] as const;

/** Channels that read or change only the data folder or the window. */
// biome-ignore format: a list
const LOCAL = [
  'frame.get', 'frame.dismissNotice', 'leave.unsaved', 'leave.agreed', 'screens.wanted', 'window.restart',
  'tour.set', 'settings.update', 'clipboard.pass', 'backup.rolling', 'backup.preview', 'session.signOut',
  'stores.switch', 'stores.workOffline', 'practice.get', 'practice.setTroubles', 'practice.reset', 'products.list',
  'products.get', 'products.setPrivate', 'products.addExisting', 'products.remove', 'links.list', 'links.count',
  'links.ids', 'links.gone', 'links.get', 'links.addExisting', 'links.keep', 'links.keepMany', 'links.setNote',
  'links.beforeReplace', 'links.undoReplaceMany', 'links.beforeDelete', 'links.beforeCustomise',
  'links.cancelBatch', 'qr.get', 'qr.sheet', 'templates.list', 'templates.save', 'templates.delete', 'imports.read',
  'imports.draft', 'imports.change', 'imports.choose', 'imports.cells', 'imports.fix', 'imports.close',
  'imports.remove', 'imports.list', 'imports.get', 'imports.rows', 'sales.list', 'sales.count', 'sales.totals',
  'sales.get', 'sales.seen', 'sales.mark', 'webhook.get', 'webhook.generateKey', 'inbox.get', 'inbox.start',
  'inbox.stop', 'inbox.dismissGap', 'inbox.answerWith', 'inbox.list', 'inbox.open', 'inbox.clear', 'sync.list',
  'sync.ids', 'sync.selected', 'sync.question', 'sync.history', 'sync.get', 'sync.markAsSent',
  'sync.matchAddresses', 'sync.recordAddresses', 'sync.discardHeld', 'team.get', 'team.preview',
  'team.leave',
] as const;

/** Does not compile if a channel is missing. */
export const REACH: Readonly<Record<Channel, Reach | 'local'>> = {
  ...alike(LOCAL, 'local'),
  ...alike(QUEUED, limited('network', 'goes to the signed-in service only, whose address was asked about at sign-in')),
  ...alike(COPIED, limited('clipboard', 'an address of a known record, built by the main process')),
  ...alike(SAVED, asked('disk', 'the seller chooses the file in a dialog of the system')),
  ...alike(
    ['stores.openPage', 'browser.open'],
    asked('program', 'only addresses of known records, one a second; other hosts are asked about'),
  ),
  'session.signIn': asked('network', 'a service that no store uses, unless it is on this computer'),
  'session.openPracticeStore': limited('network', 'a service of this app on this computer'),
  'stores.update': asked('network', 'a checkout host that no answer of the service has named'),
  'clipboard.copy': limited('clipboard', 'the page’s text, only while the seller is at the window'),
  'links.customise': limited('clipboard', 'addresses of known records; or a file that the seller chooses in a dialog'),
  'links.send': limited('program', 'a new message with a known link, one a second'),
  'qr.copyPicture': limited('clipboard', 'a picture of a known checkout address'),
  'window.print': limited('program', 'the dialog of the printer, in which the seller prints'),
  'webhook.save': asked('network', 'a host that the service does not send to yet'),
  'webhook.revealKey': asked('clipboard', 'the saved key, before it crosses to the page'),
  'webhook.copySavedKey': asked('clipboard', 'the saved key'),
  'webhook.test': limited('network', 'the service calls the saved address, which was asked about'),
  'backup.choose': asked('disk', 'the seller chooses the file, which is only read'),
  'backup.restore': limited('network', 'nothing that comes from a file is sent by itself'),
  'folders.openData': limited('program', 'the data folder, no other'),
  'support.openLogs': limited('program', 'the folder of the logs, no other'),
  'support.copyDiagnostics': limited('clipboard', 'versions, kinds and counts'),
  'team.join': asked('network', 'the servers of the invite, and what will be shared'),
};
