// Which integration and end-to-end tests prove what a part of the app does, for `npm test -- --changed`. Unit tests are found by
// their imports. Here imports would find nearly all: most of these tests start the whole app.

export interface Area {
  /** Of the source files, relative to the project. */
  readonly sources: RegExp;
  /** Of the tests, by their names in test/integration and test/e2e, without the ending. */
  readonly tests: RegExp;
}

/** The seller's main job: for what each screen uses. */
const MAIN_JOB = /^main-job$/;

export const AREAS: readonly Area[] = [
  {
    sources: /^src\/(main|renderer\/screens)\/backup\/|^src\/shared\/backup/,
    tests: /^(backup|rolling-backups|restore-|fuzz-backups)/,
  },
  {
    sources: /^src\/main\/(import|csv)\/|^src\/renderer\/screens\/links\/import\/|^src\/shared\/link-import/,
    tests: /^import/,
  },
  {
    sources: /^src\/main\/catalog\//,
    tests: /^(catalog-|list-|search|unindexed|notes|first-start|damaged-catalog|currency-use)/,
  },
  {
    sources: /^src\/(main|renderer\/screens)\/(links|products)\/(?!import\/)|^src\/shared\/(payment-link|product)/,
    tests:
      /^(replace-|same-link|deletion-grace|delete-facts|undo|bulk|find-links|lists|long-titles|cut-titles|narrow-lists|shared-room|new-price|product-(box|choices)|price-fields|look-alike|keyboard|double)/,
  },
  {
    sources: /^src\/(main|renderer\/screens)\/(share|notes)\/|^src\/shared\/(message|checkout)/,
    tests: /^(share|send-link|notes|exits|page-files)/,
  },
  {
    sources: /^src\/(main|renderer\/screens)\/sales\/|^src\/main\/catalog\/(sale|merge-sale|event-)/,
    tests: /^(sales|unverified-sales)/,
  },
  {
    sources: /^src\/(main|renderer\/screens)\/webhook\/|^src\/shared\/(webhook|inbox)/,
    tests: /^(webhook-|inbox-|delivery-|deliveries|receiver-snippets)/,
  },
  {
    sources: /^src\/(main|renderer\/screens)\/sync\/|^src\/shared\/action/,
    tests:
      /^(sync|outbox-(commands|disk|doubt|lost|order|races|restart|sign-in|fake)|outcome|answer-of-another|many-|recorded|doubt|held-deletions|paste-addresses|attention-toast)/,
  },
  { sources: /^src\/main\/service\//, tests: /^(transport|outcome-table|certificates|system-network|office|names)/ },
  {
    sources: /^src\/main\/storage\//,
    tests: /^(storage-|power-cut-storage|vault-|key-store|damage|outbox-disk)/,
  },
  {
    sources: /^src\/main\/(stores|app)\/|^src\/shared\/session/,
    tests: /^(session|stores|closing-store|foreground|log|fuzz-calls|life)/,
  },
  {
    sources: /^src\/main\/electron\/|^src\/main\/index|^src\/preload\//,
    tests: /^(life|leaving|crash|background|single-instance|hardening|guard|window-state|outside-fails|exits|secrets)/,
  },
  {
    sources: /^src\/(main\/team|relay|team-protocol)\/|^tools\/team-server\/|^deploy\//,
    tests:
      /^(team|shared-|prepared-links|catalog-(share|taker)|document-share|permissions|relay|computers|other-computers)/,
  },
  { sources: /^src\/practice-store\//, tests: /^practice-/ },
  {
    sources: /^src\/renderer\/screens\/(settings|sign-in)\/|^src\/shared\/(settings|money|currency)/,
    tests: /^(currencies|currency-use|session|forms|languages)/,
  },
  {
    sources: /^src\/renderer\/app\//,
    tests: /^(palette|tour|tour-ring|keyboard|focus|parts|presses|toasts|attention-toast|undo-keys)$/,
  },
  {
    sources: /^src\/renderer\/(components|state)\//,
    tests:
      /^(lists|lists-stay|presses|dialogs|small-dialogs|selection-bar|forms|focus|toasts|leaving|small-window|zoomed|shared-room|sales-layout|screens|crash-forms)$/,
  },
  {
    sources: /^src\/renderer\/.*\.css$|^src\/renderer\/theme/,
    tests: /^(screens|small-window|small-dialogs|zoomed|contrast)$/,
  },
  { sources: /^src\/shared\/texts\/|^tools\/texts\//, tests: /^(languages?|words|translated-layout)$/ },
  { sources: /^(packages\/chromium-host|tools\/launch)\//, tests: /^(fixture-host|life|series)$/ },
  { sources: /^tools\/demo\//, tests: /^demo$/ },
  { sources: /^tools\/package\//, tests: /^package$/ },
  { sources: /^(src|electron\.vite\.config)/, tests: MAIN_JOB },
];

/** Tests that no area runs, because each takes minutes or needs the whole app: only `npm test` runs them. */
export const ONLY_IN_FULL =
  /^(outbox-(kill|soak)|power-cut-app|catalog-stall|cluster|desktop|desktop-kill|join-kill|full-disk|team-guide|storage-model)$/;
