// Where the app leads outside: the browser, and the question before the saved key is shown.
import { allSaved, chooseForLink, createLink, createProduct, goTo } from '../support/seller.ts';
import { expect, test } from './service.ts';

test('opens the checkout page of a link, and shows the saved key once the seller agrees', async ({ signedIn: app }) => {
  const { page } = app;
  await createProduct(page, 'Coaching hour');
  await createLink(page, 'Coaching hour', '60', '1042');
  await allSaved(page);
  await chooseForLink(page, '1042', 'Open in browser');
  const opened = async () => (await app.outside()).filter(({ kind }) => kind === 'open-external');
  await expect.poll(opened).toHaveLength(1);
  expect((await opened())[0]?.what).toContain('uuid=');

  await goTo(page, 'Webhook');
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://hooks.example/after-sell');
  await page.getByRole('button', { name: 'Generate key' }).click();
  const key = page.getByLabel('Verification key', { exact: true });
  await expect(key).toHaveValue(/^.{64}$/);
  const typed = await key.inputValue();
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await allSaved(page);
  await expect(key).toHaveValue('');
  await page.getByRole('button', { name: 'Show key' }).click();
  await expect(page.getByText('Cancelled: nothing was sent or shown.')).toBeVisible();
  await expect(key).toHaveValue('');
  await app.answerDialogs({ message: 0 });
  await page.getByRole('button', { name: 'Show key' }).click();
  await expect(key).toHaveValue(typed);
});

test('"Show key" asks for the saved key as soon as its field is empty', async ({ signedIn: { page } }) => {
  await goTo(page, 'Webhook');
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://hooks.example/after-sell');
  await page.getByRole('button', { name: 'Generate key' }).click();
  const key = page.getByLabel('Verification key', { exact: true });
  await expect(key).toHaveValue(/^.{64}$/);
  const show = await page.getByRole('button', { name: 'Show key' }).elementHandle();
  const clicked = key.evaluate(
    (box: HTMLInputElement, button) =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          if (box.value !== '') return port2.postMessage(null);
          port1.close();
          (button as HTMLElement).click();
          resolve();
        };
        port2.postMessage(null);
      }),
    show,
  );
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await clicked;
  await expect(page.getByText('Cancelled: nothing was sent or shown.')).toBeVisible();
});

test('opens the sales list of the practice store', async ({ launchApp }) => {
  const app = await launchApp({ args: ['--practice'] });
  await goTo(app.page, 'Settings');
  await app.page.getByRole('button', { name: 'Open sales list' }).click();
  await expect.poll(async () => (await app.outside()).map(({ kind }) => kind)).toContain('open-external');
});
