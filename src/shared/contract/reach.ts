// What each channel reaches outside the app's own folder, and what keeps page code from using it to send data away.
import type { Channel } from '../contract.ts';

export interface Reach {
  readonly to: 'network' | 'clipboard' | 'disk' | 'program';
  /** `asked`: a dialog of the system, which the page can neither show nor answer. `limited`: so little that it carries nothing. */
  readonly by: 'asked' | 'limited';
  /** What is asked or limited; or why that is enough. */
  readonly why: string;
}

const asked = (to: Reach['to'], why: string): Reach => ({ to, by: 'asked', why });
const limited = (to: Reach['to'], why: string): Reach => ({ to, by: 'limited', why });
const SAVED = 'the seller chooses the file in a dialog of the system';
const COPIED = 'an address of a known record, built by the main process';
const QUEUED = 'goes to the signed-in service only, whose address was asked about at sign-in';
const OPENED = 'only addresses of known records, one a second; other hosts are asked about';

/** Channels that reach something outside. Every other one has to be in `LOCAL`. */
const REACHES = {
  'session.signIn': asked('network', 'a service that no store uses, unless it is on this computer'),
  'session.openPracticeStore': limited('network', 'a service of this app on this computer'),
  'stores.update': asked('network', 'a checkout host that no answer of the service has named'),
  'stores.openPage': asked('program', OPENED),
  'browser.open': asked('program', OPENED),
  'clipboard.copy': limited('clipboard', 'the page’s text, only while the seller is at the window'),
  'products.create': limited('network', QUEUED),
  'products.edit': limited('network', QUEUED),
  'products.setDefaultPrice': limited('network', QUEUED),
  'products.copyBasicCheckoutLink': limited('clipboard', COPIED),
  'links.create': limited('network', QUEUED),
  'links.edit': limited('network', QUEUED),
  'links.delete': limited('network', QUEUED),
  'links.replace': limited('network', QUEUED),
  'links.replaceMany': limited('network', QUEUED),
  'links.deleteMany': limited('network', QUEUED),
  'links.setBatchPaused': limited('network', QUEUED),
  'links.copyWhenReady': limited('clipboard', COPIED),
  'links.copyCheckoutLink': limited('clipboard', COPIED),
  'links.copyCheckoutLinks': limited('clipboard', COPIED),
  'links.customise': limited('clipboard', `${COPIED}; or ${SAVED}`),
  'links.exportCsv': asked('disk', SAVED),
  'links.send': limited('program', 'a new message with a known link, one a second'),
  'qr.save': asked('disk', SAVED),
  'qr.copyPicture': limited('clipboard', 'a picture of a known checkout address'),
  'window.print': limited('program', 'the dialog of the printer, in which the seller prints'),
  'imports.create': limited('network', QUEUED),
  'imports.saveErrors': asked('disk', SAVED),
  'imports.saveResult': asked('disk', SAVED),
  'sales.exportCsv': asked('disk', SAVED),
  'webhook.save': asked('network', 'a host that the service does not send to yet'),
  'webhook.revealKey': asked('clipboard', 'the saved key, before it crosses to the page'),
  'webhook.copySavedKey': asked('clipboard', 'the saved key'),
  'webhook.test': limited('network', 'the service calls the saved address, which was asked about'),
  'backup.export': asked('disk', SAVED),
  'backup.choose': asked('disk', 'the seller chooses the file, which is only read'),
  'backup.restore': limited('network', 'nothing that comes from a file is sent by itself'),
  'folders.openData': limited('program', 'the data folder, no other'),
  'support.openLogs': limited('program', 'the folder of the logs, no other'),
  'support.copyDiagnostics': limited('clipboard', 'versions, kinds and counts'),
  'sync.now': limited('network', QUEUED),
  'sync.sendAgain': limited('network', QUEUED),
  'sync.sendHeld': limited('network', QUEUED),
  'sync.decideMany': limited('network', QUEUED),
  'sync.networkReturned': limited('network', QUEUED),
  'sync.undo': limited('network', QUEUED),
  'team.join': asked('network', 'the servers of the invite, and what will be shared'),
} as const satisfies Partial<Record<Channel, Reach>>;

/** Channels that read or change what is in the data folder or in the window, nothing else. */
// biome-ignore format: a list
const LOCAL = [
  'frame.get', 'frame.dismissNotice', 'leave.unsaved', 'leave.agreed',
  'screens.wanted', 'window.restart', 'tour.set', 'settings.update', 'clipboard.pass', 'backup.rolling',
  'backup.preview',
  'session.signOut', 'stores.switch', 'stores.workOffline', 'practice.get', 'practice.setTroubles',
  'practice.reset', 'products.list', 'products.get',
  'products.setPrivate', 'products.addExisting', 'products.remove', 'links.list', 'links.count', 'links.ids', 'links.gone',
  'links.get', 'links.addExisting', 'links.keep', 'links.keepMany', 'links.setNote',
  'links.undoReplace', 'links.beforeReplace', 'links.undoReplaceMany', 'links.beforeDelete',
  'links.beforeCustomise', 'links.cancelBatch', 'qr.get', 'qr.sheet', 'templates.list', 'templates.save',
  'templates.delete', 'imports.read', 'imports.draft', 'imports.change', 'imports.choose',
  'imports.cells', 'imports.fix', 'imports.close', 'imports.remove', 'imports.list',
  'imports.get', 'imports.rows', 'sales.list', 'sales.count', 'sales.totals', 'sales.get', 'sales.seen', 'sales.mark', 'webhook.get', 'webhook.generateKey', 'inbox.get', 'inbox.start', 'inbox.stop',
  'inbox.dismissGap', 'inbox.answerWith', 'inbox.list', 'inbox.open', 'inbox.clear', 'sync.list',
  'sync.ids', 'sync.selected', 'sync.beforeMany', 'sync.history', 'sync.get', 'sync.markAsSent',
  'sync.matchAddresses', 'sync.recordAddresses', 'sync.discard', 'sync.discardHeld', 'team.get', 'team.preview', 'team.leave',
] as const;

/** Does not compile while a channel is in neither list. */
export const REACH: Readonly<Record<Channel, Reach | 'local'>> = {
  ...REACHES,
  ...(Object.fromEntries(LOCAL.map((channel) => [channel, 'local'])) as Record<(typeof LOCAL)[number], 'local'>),
};
