// Runs the practice store on its own: `npm run practice-store -- --port 4010`.
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { PRACTICE_SELLER, startPracticeStore } from './server.ts';

const HELP = `A local Storefront service to practise with.

Usage: npm run practice-store -- [options]

  --port PORT      port on 127.0.0.1 (default 4010; 0 takes any free one)
  --data-dir DIR   keep the data in this folder (default: forget it at the end)
  --slow SECONDS   wait so long before each answer, at most 10
  --lose-one-in N  carry out one call in N and lose its answer
  --answer STATUS  answer every call but the login with 401, 429 or 500
  --help           show this
`;

const whole = z.string().regex(/^\d+$/).transform(Number);

const argumentsSchema = z.object({
  help: z.boolean().optional(),
  port: whole.refine((port) => port <= 65_535),
  'data-dir': z.string().min(1).optional(),
  slow: z.coerce.number().min(0).max(10),
  'lose-one-in': whole.refine((n) => n >= 2).optional(),
  answer: z.literal(['401', '429', '500']).optional(),
});

/** Throws an error that says which argument is wrong. */
function readArguments() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      ...{ 'data-dir': text, 'lose-one-in': text, answer: text, help: { type: 'boolean' } },
      ...{ port: { ...text, default: '4010' }, slow: { ...text, default: '0' } },
    },
  });
  const { data, error } = argumentsSchema.safeParse(values);
  if (error) throw new Error(`--${String(error.issues[0]?.path[0])} does not take this value.`);
  return data;
}

async function start({
  port,
  'data-dir': dataFolder,
  slow,
  ...given
}: z.output<typeof argumentsSchema>): Promise<void> {
  const troubles = {
    delayMs: Math.round(slow * 1_000),
    loseOneIn: given['lose-one-in'] ?? null,
    answer: given.answer ? (Number(given.answer) as 401 | 429 | 500) : null,
  };
  const store = await startPracticeStore({ port, troubles, ...(dataFolder && { dataFolder }) });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void store.close().then(() => process.exit(0)));
  }
  console.log(`The practice store is open.

  Service address  ${store.url}
  Email            ${PRACTICE_SELLER.email}
  Password         ${PRACTICE_SELLER.password}
  Products         ${store.productsUrl}
  Sales            ${store.salesUrl}
  Data             ${dataFolder ?? 'in memory, forgotten at the end (--data-dir keeps it)'}

Ctrl+C ends it.`);
}

try {
  const values = readArguments();
  if (values.help) console.log(HELP);
  else await start(values);
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(code === 'EADDRINUSE' ? 'The port is in use. Choose another one with --port, or --port 0.' : message);
  console.error('--help shows all options.');
  process.exitCode = 1;
}
