// Opens a store's catalog in its own process, to be killed meanwhile.
//
// Arguments: the store's folder, and "stay" to leave the catalog open until the process is killed.
import '../support/without-electron.ts';

const { openCatalogIn } = await import('../support/open-old-catalog.ts');
process.once('message', async () => {
  const catalog = await openCatalogIn(process.argv[2] ?? '');
  if (process.argv[3] === 'stay') {
    // An unreferenced catalog is garbage-collected and closes in order.
    setInterval(() => catalog, 1_000);
    process.send?.('open');
    return;
  }
  await catalog.close();
  process.disconnect();
});
process.send?.('ready');
