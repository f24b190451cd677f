// The stand-in for Electron warns above a real store that it is not the safe form of the app.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../../support/desk-test.ts';
import { signInAtOnce } from '../../support/seller.ts';

test('a stand-in warns above a store on the internet, and not above one on this computer', async ({
  openDesk,
  service,
}) => {
  const desk = await openDesk({
    prepare: (one) => {
      one.more = { isStandIn: true };
    },
  });
  const { page } = desk;
  const warning = page.getByRole('note').filter({ hasText: 'not the safe form' });
  await signInAtOnce(page, service);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(warning).toBeHidden();
  await desk.stop();
  const list = join(desk.dataFolder, 'stores.json');
  writeFileSync(list, readFileSync(list, 'utf8').replaceAll(service.url, 'https://shop.example'));
  await desk.open();
  await expect(warning).toBeVisible();
});
