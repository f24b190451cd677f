// A kept delivery as a command that sends it to the inbox again.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { KEY, type OpenInbox, openInbox } from '../support/inbox.ts';

let open: OpenInbox;
beforeEach(async () => {
  open = await openInbox(temporaryFolder());
});
afterEach(() => open.close());

it('is copied as a cURL command that takes the key from the shell', async () => {
  const copied: string[] = [];
  await open.post(`{"it's":"@file"}`);
  const [kept] = open.store.kept();
  const platform = { copy: async (text: string) => void copied.push(text) };
  await open.handlers(platform)['inbox.copyCurl']({ id: kept?.record.id ?? '' });
  expect(copied[0]).toContain(`--data-raw '{"it'\\''s":"@file"}'`);
  expect(copied[0]).toContain('-H "Webhook-Key: $WEBHOOK_KEY"');
  expect(copied[0]).not.toContain(KEY);
  // A path such as /[1-1000] would be a thousand requests.
  expect(copied[0]).toContain('--globoff');
});
