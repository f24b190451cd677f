// Opens a store's catalog in its own process, and leaves it open until it is killed. Argument: the store's folder.
import '../support/without-electron.ts';

const { openCatalogIn } = await import('../support/open-old-catalog.ts');
process.once('message', async () => {
  const catalog = await openCatalogIn(process.argv[2] ?? '');
  // An unreferenced catalog is garbage-collected and closes in order.
  setInterval(() => catalog, 1_000);
  process.send?.('open');
});
process.send?.('ready');
