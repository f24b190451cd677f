// Runs the practice store on its own: `npm run practice-store -- --port 4010`.
import { parseArgs } from 'node:util';
import { startPracticeStore, type Troubles } from './server.ts';

const HELP = `A local Storefront service to practise with.

Usage: npm run practice-store -- [options]

  --port PORT      port on 127.0.0.1 (default 4010; 0 takes any free one)
  --data-dir DIR   keep the data in this folder (default: forget it at the end)
  --slow SECONDS   wait so long before each answer, at most 10
  --lose-one-in N  carry out one call in N and lose its answer
  --answer STATUS  answer every call but the login with 401, 429 or 500
  --help           show this
`;

type Arguments = {
  readonly port: number;
  readonly dataFolder: string | undefined;
  readonly troubles: Partial<Troubles>;
  readonly help: boolean;
};

function readArguments(): Arguments | { readonly problem: string } {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '4010' },
        'data-dir': { type: 'string' },
        slow: { type: 'string', default: '0' },
        'lose-one-in': { type: 'string' },
        answer: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    const port = Number(values.port);
    if (!/^\d{1,5}$/.test(values.port) || port > 65_535) {
      return { problem: `--port must be a whole number from 0 to 65535, not "${values.port}".` };
    }
    if (values['data-dir'] === '') return { problem: '--data-dir must name a folder.' };
    const { slow, 'lose-one-in': lose, answer } = values;
    if (!/^\d+(\.\d+)?$/.test(slow) || Number(slow) > 10) return { problem: '--slow must be from 0 to 10 seconds.' };
    if (lose !== undefined && !(/^\d{1,3}$/.test(lose) && Number(lose) >= 2)) {
      return { problem: '--lose-one-in must be a whole number from 2 on.' };
    }
    if (answer !== undefined && !['401', '429', '500'].includes(answer)) {
      return { problem: '--answer must be 401, 429 or 500.' };
    }
    const troubles = {
      delayMs: Math.round(Number(slow) * 1_000),
      loseOneIn: lose === undefined ? null : Number(lose),
      answer: answer === undefined ? null : (Number(answer) as 401 | 429 | 500),
    };
    return { port, dataFolder: values['data-dir'], troubles, help: values.help };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function startProblem(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const message = error instanceof Error ? error.message : String(error);
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another one with --port, or --port 0.`;
  if (code === 'EACCES' && message.startsWith('listen')) return `Port ${port} may not be used by this account.`;
  return `The practice store could not start: ${message}`;
}

async function main(): Promise<void> {
  const args = readArguments();
  if ('problem' in args) {
    console.error(`${args.problem}\n\n${HELP}`);
    process.exitCode = 2;
    return;
  }
  if (args.help) {
    console.log(HELP);
    return;
  }
  try {
    const { port, dataFolder, troubles } = args;
    const store = await startPracticeStore({ port, troubles, ...(dataFolder === undefined ? {} : { dataFolder }) });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void store.close().then(() => process.exit(0)));
    }
    console.log(`The practice store is open.

  Service address  ${store.url}
  Email            ${store.seller.email}
  Password         ${store.seller.password}
  Products         ${store.productsUrl}
  Sales            ${store.salesUrl}
  Data             ${dataFolder ?? 'in memory, forgotten at the end (--data-dir keeps it)'}

Ctrl+C ends it.`);
  } catch (error) {
    console.error(startProblem(error, args.port));
    process.exitCode = 1;
  }
}

await main();
