// Changes in doubt or rejected: the app asks, and sends nothing by itself that may exist already.
import { expect, test } from '../support/desk-test.ts';
import type { RecordedRequest, RecordingService } from '../support/recording-service.ts';
import { allSaved, createLink, createProduct, goTo, linkRow } from '../support/seller.ts';
import { changePanel, decide, needAttention, openChange, waitingChanges, waitingRow } from '../support/sync-screen.ts';

const isLinkCreate = ({ method, path }: RecordedRequest) => method === 'POST' && path.endsWith('/payment-links');
const linkCreates = (service: RecordingService) => service.changes.filter(isLinkCreate);

/** Answers the next creates of links with 502, after which the app cannot know whether the links exist. */
function failLinkCreates(service: RecordingService, times: number): void {
  let remaining = times;
  service.intercept = (request) =>
    isLinkCreate(request) && remaining-- > 0 ? { status: 502, body: 'Bad' } : undefined;
}

test('a create in doubt is announced and not sent again by itself; "Send again" asks first', async ({
  signedIn: { page },
  service,
}) => {
  await createProduct(page, 'Coaching hour');
  failLinkCreates(service, 1);
  await createLink(page, 'Coaching hour', '60', '1044');
  await needAttention(page, 1);
  // Changes to other records are sent meanwhile.
  await createProduct(page, 'Logo design');
  await page.getByRole('alert').getByRole('button', { name: 'Review' }).click();
  await expect(waitingRow(page, '1044')).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('alert').getByRole('button', { name: 'Review' })).toHaveCount(0);
  const panel = changePanel(page);
  await expect(panel).toContainText('may exist');
  await page.getByRole('button', { name: 'Sync now' }).click();
  await panel.getByRole('button', { name: 'Send again' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('second');
  await expect.poll(() => service.changes.at(-1)?.path).toBe('/api/shop/products');
  expect(linkCreates(service)).toHaveLength(1);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await needAttention(page, 1);
  expect(linkCreates(service)).toHaveLength(1);
  await decide(page, panel, 'Send again');
  await allSaved(page);
  expect(linkCreates(service)).toHaveLength(2);
});

test('"Mark as sent" checks the pasted link; the history then says who recorded it', async ({
  signedIn: desk,
  service,
}) => {
  const { page } = desk;
  const product = await desk.product('Coaching hour');
  failLinkCreates(service, 1);
  await desk.link(product, '1044');
  await needAttention(page, 1);
  await goTo(page, 'Payment links');
  await linkRow(page, '1044').click();
  // The link's details offer the same decision as the change on Sync.
  const details = page.getByRole('complementary', { name: 'Link details' });
  await details.getByRole('button', { name: 'Mark as sent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as sent' });
  const box = dialog.getByRole('textbox', { name: 'Payment link' });
  await box.fill('https://checkout.example/s/mara/1189');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(box).toHaveAccessibleDescription(/uuid/);
  await box.fill('https://checkout.example/s/mara/1189?uuid=found-by-hand');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await allSaved(page);
  expect(linkCreates(service)).toHaveLength(1);

  await details.getByRole('button', { name: 'Copy checkout link' }).click();
  await expect.poll(() => desk.copied.at(-1)).toBe('https://checkout.example/s/mara/1189?uuid=found-by-hand');
  await goTo(page, 'Sync');
  await page.getByRole('tab', { name: 'History' }).click();
  const history = page.getByRole('table', { name: 'History' }).getByRole('row');
  await expect(history.filter({ hasText: '1044' })).toContainText('Recorded by you');
  await expect(history.filter({ hasText: 'Create product' })).not.toContainText('Recorded by you');
});

test('a create that was refused after a doubt asks before it is edited and sent, and can be marked as sent', async ({
  signedIn: desk,
  service,
}) => {
  const { page } = desk;
  let status = 500;
  service.intercept = ({ path }) =>
    path.endsWith('/products') ? { status, body: '{"message":"The title is taken."}' } : undefined;
  await desk.product('Coaching hour');
  await needAttention(page, 1);
  let panel = await openChange(page);
  status = 422;
  await decide(page, panel, 'Send again');
  await expect.poll(() => service.changes).toHaveLength(2);
  await expect(waitingChanges(page)).toContainText('Rejected');

  panel = await openChange(page);
  await panel.getByRole('button', { name: 'Edit and send again' }).click();
  const form = page.getByRole('dialog', { name: 'Edit product' });
  const title = form.getByRole('textbox', { name: 'Product title' });
  await title.fill('Coaching hour, mornings');
  await form.getByRole('button', { name: 'Save product' }).click();
  const question = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Send again' }) });
  await expect(question).toContainText('second');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(title).toHaveValue('Coaching hour, mornings');
  expect(service.changes).toHaveLength(2);
  await form.getByRole('button', { name: 'Save product' }).click();
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect(form).toBeHidden();
  await expect.poll(() => service.changes).toHaveLength(3);
  await expect(waitingChanges(page)).toContainText('Rejected');

  panel = await openChange(page);
  await panel.getByRole('button', { name: 'Mark as sent' }).click();
  const found = page.getByRole('dialog', { name: 'Mark as sent' });
  await found.getByRole('textbox', { name: 'Product id' }).fill('4711');
  await found.getByRole('button', { name: 'Save' }).click();
  await allSaved(page);
  await createLink(page, 'Coaching hour, mornings', '60', '1044');
  await allSaved(page);
  expect(service.changes.slice(3).map(({ path }) => path)).toEqual(['/api/shop/products/4711/payment-links']);
});
