// A sale from the internet: a buyer uses the checkout page, a relay receives the event, and the app shows the sale.

import { join } from 'node:path';
import { texts as shared } from '../../src/shared/texts/main.ts';
import { texts } from '../../src/shared/texts/window.ts';
import type { OpenedApp } from '../launch/open-app.ts';
import { invite } from '../team-server/computers.ts';
import { findNatsServer, startTeamServer, type TeamServer } from '../team-server/start.ts';
import { freePort } from '../test/free-port.ts';
import { expect, type Steps } from './steps.ts';

interface TeamSale {
  readonly app: OpenedApp;
  readonly steps: Steps;
  /** An empty folder. */
  readonly folder: string;
  /** The order in the metadata of the link to sell. */
  readonly order: string;
  goTo(screen: string): Promise<void>;
}

/** Skipped, with the reason, if there is no nats-server. */
export async function sellThroughRelay(sale: TeamSale): Promise<void> {
  const name = 'Sell through the relay of a team';
  try {
    findNatsServer();
  } catch (error) {
    return console.log(`  skipped  ${name}: ${(error as Error).message}`);
  }
  const folder = join(sale.folder, 'team');
  const server = await startTeamServer(folder, { port: await freePort(), relayPort: await freePort() });
  try {
    const { code } = await invite(folder, 'Anna’s laptop');
    await sale.steps.step(name, () => sell(server, code, sale));
  } finally {
    await server.close();
  }
}

async function sell(server: TeamServer, code: string, { app, steps, order, goTo }: TeamSale): Promise<string> {
  const { page } = app;
  await goTo(shared.names.settings);
  await page.getByRole('textbox', { name: texts.team.join.invite }).fill(code);
  // The system's question before anything is contacted.
  await app.answerDialogs({ message: 0 });
  await page.getByRole('button', { name: texts.team.join.button }).click();
  const preview = page.getByRole('dialog', { name: texts.team.join.preview.title });
  await expect(preview).toContainText(texts.team.join.preview.here);
  await steps.shot('team-preview');
  await preview.getByRole('button', { name: texts.team.join.preview.join, exact: true }).click();
  await expect(page.getByRole('status', { name: texts.team.status })).toHaveText(texts.team.states.connected);
  await page.getByRole('table', { name: texts.team.computers, exact: true }).scrollIntoViewIfNeeded();
  await steps.shot('team');

  await goTo(shared.names.webhook);
  await page.getByRole('button', { name: texts.webhook.form.useRelay }).click();
  await page.getByRole('button', { name: texts.webhook.form.save }).click();
  await expect(page.getByText(texts.webhook.status.saved, { exact: true })).toBeVisible();

  await goTo(shared.names.paymentLinks);
  const row = page.getByRole('table', { name: shared.names.paymentLinks }).getByRole('row').filter({ hasText: order });
  await row.getByRole('button', { name: texts.links.commands.copy }).click();
  await expect(page.getByText(texts.links.copied)).toBeVisible();
  await buy(await app.clipboardText());
  await expect(row).toContainText(texts.links.facts.used);

  await goTo(shared.names.sales);
  const sold = page.getByRole('table', { name: shared.names.sales }).getByRole('row').filter({ hasText: order });
  await expect(sold).toBeVisible();
  await sold.getByRole('cell').first().click();
  await expect(page.getByRole('img', { name: texts.sales.chart.title }).locator('path').first()).toBeVisible();
  await steps.shot('sales');
  return `nats-server ${server.natsServer.version} and a relay brought the sale of order ${order}, verified with the key`;
}

/** Buys as the form of the checkout page does. */
async function buy(checkout: string): Promise<void> {
  const html = await (await fetch(checkout)).text();
  const price = /name="currency_id" value="(\d+)"/.exec(html)?.[1];
  if (price === undefined) throw new Error('The checkout page offers no price');
  const answer = await fetch(checkout, {
    method: 'POST',
    headers: { Origin: new URL(checkout).origin },
    body: new URLSearchParams({ currency_id: price }),
  });
  if (!answer.ok) throw new Error(`The checkout page answered ${answer.status}`);
}
