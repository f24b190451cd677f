// Faults that the tests must notice: the code that each one replaces, and the tests to run for it.

export interface Fault {
  readonly what: string;
  readonly file: string;
  /** Occurs once in the file. */
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
}

const POLICY = 'src/main/outbox/policy.ts';
const UNIT_POLICY = 'test/unit/policy.test.ts';
const PROPERTIES = 'test/unit/outbox-properties.test.ts';
const BATCHES = 'test/promise/batches.test.ts';
const OUTAGES = 'test/unit/outbox-outages.test.ts';
const TABLE = 'test/promise/outcome-table.test.ts';

export const FAULTS: readonly Fault[] = [
  {
    what: '503 without a time on a create is sent again',
    file: POLICY,
    find: "if (status === 503) return repeatable ? later(change, event) : inDoubt(change, 'server-error', body);",
    replace: 'if (status === 503) return later(change, event);',
    tests: [UNIT_POLICY, TABLE],
  },
  {
    what: 'a create whose answer was lost is sent again',
    file: POLICY,
    find: "return isRepeatable(kindOf(change)) ? again(change, event) : inDoubt(change, 'answer-lost', null);",
    replace: 'return again(change, event);',
    tests: [UNIT_POLICY, TABLE],
  },
  {
    what: '302 or 303 on a create is rejected',
    file: POLICY,
    find: "if (isSeeOther(outcome) && !repeatable) return inDoubt(change, 'see-other', outcome.location ?? body);",
    replace: '',
    tests: [UNIT_POLICY, TABLE],
  },
  {
    what: '404 on the first delete counts as done',
    file: POLICY,
    find: "if (!wasLost(change)) return inDoubt(change, 'not-found', body);",
    replace: '',
    tests: [UNIT_POLICY, TABLE],
  },
  {
    what: "a captive portal's page counts as saved",
    file: POLICY,
    find: '  if (isForeign(outcome)) return again(change, event);\n',
    replace: '',
    tests: [UNIT_POLICY, TABLE],
  },
  {
    what: 'after a crash a create in flight is sent again',
    file: POLICY,
    find: "    : { ...tried, state: 'needs-review', reason: 'answer-lost' };",
    replace: "    : { ...tried, state: 'ready' };",
    tests: [UNIT_POLICY, PROPERTIES],
  },
  {
    what: 'a block page rejects the whole queue',
    file: POLICY,
    find: '  if (isBlocked(outcome) && event.pausedUntil !== null) return later(change, event);\n',
    replace: '',
    tests: [UNIT_POLICY, OUTAGES],
  },
  {
    what: '429 counts towards giving up',
    file: POLICY,
    find: 'if (status === 429 || namedWaitMs(outcome) !== null) return later(change, event);',
    replace: 'if (status === 429 || namedWaitMs(outcome) !== null) return again(change, event);',
    tests: [UNIT_POLICY, TABLE],
  },
  {
    what: '"Sync now" overrides a time that the service named',
    file: 'src/main/outbox/availability.ts',
    find: '({ ...previous, nextProbeAt: now });',
    replace: '({ ...previous, nextProbeAt: now, namedUntil: 0 });',
    tests: [OUTAGES, 'test/promise/outbox-order.test.ts'],
  },
  {
    what: 'a pause does not survive a restart',
    file: 'src/main/outbox/dispatcher.ts',
    find: 'if (kept) this.#availability = probeNow(kept, this.deps.now());',
    replace: '',
    tests: [OUTAGES, 'test/promise/outbox-order.test.ts'],
  },
  {
    what: 'a paused store probes with all at once',
    file: 'src/main/outbox/dispatcher.ts',
    find: 'this.#inFlight.size === 0 ? 1 : 0;',
    replace: 'this.#inFlight.size === 0 ? this.parallel : 0;',
    tests: [OUTAGES],
  },
  {
    what: 'a request leaves before its mark is on disk',
    file: 'src/main/outbox/dispatcher.ts',
    find: 'if (leaving.length > 0) queue.commit(leaving);',
    replace: 'void setImmediate().then(() => queue.commit(leaving)).catch(() => undefined);',
    tests: [PROPERTIES],
  },
  {
    what: 'the queue write is not the acceptance: accepting resolves before the disk has it',
    file: 'src/main/outbox/outbox.ts',
    find: 'this.deps.queue.commit(changes);\n      await this.#disk.orLater(store);',
    replace: 'setImmediate(() => this.deps.queue.commit(changes));\n      await this.#disk.orLater(store);',
    tests: ['test/promise/outbox-disk.test.ts', PROPERTIES],
  },
  {
    what: 'a result leaves the queue before the catalog has it',
    file: 'src/main/outbox/dispatcher.ts',
    find: '(isEnd ? settle([next]) : queue.commit([next]))',
    replace: '(isEnd ? void settle([next]) : queue.commit([next]))',
    tests: [OUTAGES],
  },
  {
    what: 'what is withdrawn or discarded leaves the queue before the catalog has its end',
    file: 'src/main/outbox/outbox.ts',
    find: '        await settle(ended);\n        queue.remove(ended.map(({ id }) => id));\n        void this.#disk.untilWritten(() => queue.commit([]));\n',
    replace:
      '        queue.remove(ended.map(({ id }) => id));\n        queue.commit([]);\n        await settle(ended);\n',
    tests: [PROPERTIES],
  },
  {
    what: 'a start does not see that a record shows the end of its change',
    file: 'src/main/outbox/reconcile.ts',
    find: 'inHistory.has(change.id) || hasEnded(catalog, change)',
    replace: 'inHistory.has(change.id) || (hasEnded(catalog, change) && false)',
    tests: ['test/promise/outbox-restart.test.ts'],
  },
  {
    what: 'what is taken from a batch stays staged',
    file: 'src/main/outbox/outbox.ts',
    find: 'return this.#enqueue(changes, clear)',
    replace: 'return this.#enqueue(changes, () => undefined)',
    tests: [BATCHES, PROPERTIES],
  },
  {
    what: 'a start does not see that a staged change is in the queue',
    file: 'src/main/outbox/reconcile.ts',
    find: '  catalog.staged.remove(others.map(stagedAs));',
    replace: '',
    tests: ['test/promise/batches.test.ts'],
  },
  {
    what: 'a start takes a staged link for a lost one',
    file: 'src/main/catalog/record-table.ts',
    find: "AND NOT EXISTS (SELECT 1 FROM staged WHERE link_id = r.id AND kind = 'create')",
    replace: '',
    tests: [BATCHES, PROPERTIES],
  },
  {
    what: 'deletions of a batch leave while they can be undone',
    file: 'src/main/links/batches.ts',
    find: '!this.#undoable.has(id) && ',
    replace: '',
    tests: [BATCHES],
  },
  {
    what: 'a link that is marked for deletion leaves all the same',
    file: 'src/main/links/batches.ts',
    find: "    return kindOf(change) === 'link.create' && this.store.catalog.staged.has('delete', change.subject);\n",
    replace: '    return false;\n',
    tests: ['test/promise/deletion-grace.test.ts'],
  },
  {
    what: 'half a written file counts as written',
    file: 'src/main/storage/document.ts',
    find: '    try {\n      this.#verify();\n      syncRenamed(this.path);\n',
    replace: '    try {\n      syncRenamed(this.path);\n',
    tests: ['test/promise/durability.test.ts'],
  },
  {
    what: 'the folder is not flushed after a write',
    file: 'src/main/storage/folders.ts',
    find: '  else syncFolderNow(dirname(path));',
    replace: '  else void path;',
    tests: ['test/promise/durability.test.ts'],
  },
  {
    what: 'the folder is not flushed after a removal',
    file: 'src/main/storage/document.ts',
    find: '    this.#content = null;\n    syncFolderNow(dirname(this.path));\n',
    replace: '    this.#content = null;\n',
    tests: ['test/promise/durability.test.ts'],
  },
  {
    what: 'a damaged file is overwritten, not set aside',
    file: 'src/main/storage/document.ts',
    find: 'onSetAside(moveAside(this.path, error instanceof Error ? error.message : String(error)));',
    replace: 'if (moveAside) onSetAside({ file: this.path, movedTo: this.path, reason: String(error), kept: 0 });',
    tests: ['test/promise/durability.test.ts', 'test/promise/storage-document.test.ts'],
  },
  {
    what: 'a change retried after the question is sent again',
    file: 'src/main/outbox/outbox.ts',
    find: 'seen.get(change.id) === attemptCount(change)',
    replace: 'attemptCount(change) >= 0',
    tests: ['test/promise/many-changes.test.ts'],
  },
  {
    what: 'a lost answer is taken for a request that never left',
    file: 'src/main/service/transport.ts',
    find: 'end(controller === null ? neverLeft(error) : lost(error, status));',
    replace: 'end(status === null ? neverLeft(error) : lost(error, status));',
    tests: ['test/promise/transport.test.ts', TABLE],
  },
  {
    what: "one seller's token is used for another's queue",
    file: 'src/main/stores/store-registry.ts',
    find: ' && a.email.toLowerCase() === b.email.toLowerCase();',
    replace: ';',
    tests: ['test/promise/outbox-restart.test.ts'],
  },
  {
    what: 'calls of foreign frames are answered',
    file: 'src/main/electron/ipc.ts',
    find: "isOwnFrame(event.senderFrame) ? answer(channel, handlers, input, onDone) : refuse('forbidden', t.notOwn),",
    replace: 'answer(channel, handlers, input, onDone),',
    tests: ['test/promise/guard.test.ts'],
  },
  {
    what: '"Send again" of a doubt does not ask',
    file: 'src/renderer/screens/sync/decision-questions.tsx',
    find: "if (decision === 'sendAgain' && title !== null && mayBeCreated === 0) {",
    replace: "if (decision === 'sendAgain' && title !== null) {",
    tests: ['test/desk/doubts.spec.ts'],
  },
  {
    what: 'doubts are missing in the status',
    file: 'src/shared/status.ts',
    find: '  if (status.attention > 0) return t.needsAttention({ count: status.attention });\n',
    replace: '',
    tests: ['test/desk/doubts.spec.ts'],
  },
  {
    what: 'the log has secrets',
    file: 'src/main/electron/log.ts',
    find: ', knownSecrets())]',
    replace: ', [])]',
    tests: ['test/promise/log.test.ts'],
  },
  {
    what: 'a double click creates two',
    file: 'src/renderer/state/single-flight.ts',
    find: '    if (busy.current) return;\n',
    replace: '',
    tests: ['test/window/dialogs.test.tsx', 'test/desk/main-job.spec.ts'],
  },
  {
    what: 'a locked key store counts as signed in',
    file: 'src/main/stores/session.ts',
    find: 'return this.token() !== null;',
    replace: 'return this.token() !== null || this.isLocked;',
    tests: ['test/promise/key-store-lock.test.ts'],
  },
  {
    what: 'a change that was sent here comes with a backup again',
    file: 'src/main/backup/plan.ts',
    find: 'if (isHere(change) || ',
    replace: 'if (',
    tests: ['test/promise/backup.test.ts'],
  },
  {
    what: 'the lock of the data folder is never taken',
    file: 'src/main/electron/single-instance.ts',
    find: 'const lock = lockFolder(folder);',
    replace: "const lock = lockFolder(folder);\n    if (lock.kind === 'busy') return { kind: 'first', problem: null };",
    tests: ['test/promise/single-instance.test.ts'],
  },
  {
    what: 'one undo brings back two',
    file: 'src/renderer/kit/notify.tsx',
    find: '[...undos.values()].at(-1)?.();',
    replace: '[...undos.values()].slice(-2).forEach((undo) => undo());',
    tests: ['test/window/window.test.tsx'],
  },
  {
    what: 'the relay lets everything pass',
    file: 'src/relay/bounds.ts',
    find: 'this.#tokens -= count;',
    replace: '',
    tests: ['test/unit/relay.test.ts'],
  },
];

/** Only `npm run test:all` notices these. */
export const SLOW_FAULTS: readonly Fault[] = [
  {
    what: 'a revoked computer stays connected',
    file: 'tools/team-server/computers.ts',
    find: 'computers: team.computers.filter((one) => !revoked.includes(one)) });',
    replace: 'computers: team.computers });',
    tests: ['test/team/computers.test.ts'],
  },
  {
    what: 'the same link of two computers stays twice',
    file: 'src/main/catalog/duplicates.ts',
    find: "kind === 'product' ? mergeProducts(catalog, id, isFree) : mergeLinks(catalog, id, isFree);",
    replace: "kind === 'product' ? mergeProducts(catalog, id, isFree) : 'done';",
    tests: ['test/features/other-computers.test.ts', 'test/team/shared-catalog-properties.test.ts'],
  },
];
