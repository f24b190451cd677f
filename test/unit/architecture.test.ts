// Tests the lint rule for import directions: each forbidden import is rejected, each allowed one is not.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

interface Arrows {
  /** The importing file. */
  readonly from: string;
  readonly may: readonly string[];
  readonly mayNot: readonly string[];
}

const OUTSIDE = ['../../../tools/launch/start.ts', '../../../test/support/app.ts'];
const OTHER_PARTS = ['../../renderer/bridge.ts', '../../preload/index.ts', '../../practice-store/server.ts'];
const ELECTRON = ['electron', 'electron/main'];
/** The same, from a nested folder of `src/main`. */
const DEEPER = [...OTHER_PARTS, ...OUTSIDE].map((path) => path.replace('../../', '../../../'));

const HOUSE: readonly Arrows[] = [
  {
    from: 'src/shared/topic.ts',
    may: ['zod', './money.ts'],
    mayNot: [
      ...ELECTRON,
      'node:fs',
      'fs',
      'react',
      'undici',
      '../main/service/wire.ts',
      '../renderer/bridge.ts',
      '../preload/index.ts',
      '../practice-store/rules.ts',
      '../../tools/launch/start.ts',
      '../../test/support/app.ts',
      './../main/index.ts',
    ],
  },
  {
    from: 'src/shared/contract/topic.ts',
    may: ['zod', './parts.ts', '../money.ts', '../texts/rules.ts'],
    mayNot: [...ELECTRON, 'node:fs', '../texts/main.ts', '../../main/app/app.ts', './../../main/app/app.ts'],
  },
  {
    from: 'src/renderer/screens/sales/Screen.tsx',
    may: ['react', '@mantine/core', 'zustand', '../../../shared/money.ts', '../../state/frame.ts', './part.module.css'],
    mayNot: [
      ...ELECTRON,
      'electron-store',
      'undici',
      'node:fs',
      'fs',
      '../../../main/app/app.ts',
      '../../../preload/index.ts',
      '../../../practice-store/rules.ts',
      '../../../../tools/launch/start.ts',
      '../../../../test/support/app.ts',
    ],
  },
  {
    from: 'src/renderer/components/Part.tsx',
    may: ['react', '@mantine/core', './toast.tsx', '../state/frame.ts', '../bridge.ts', '../../shared/money.ts'],
    mayNot: [...ELECTRON, 'node:fs', '../screens/sales/Screen.tsx', '../app/App.tsx', '../../main/index.ts'],
  },
  {
    from: 'src/renderer/state/part.ts',
    may: ['react', 'zustand', './frame.ts', '../bridge.ts', '../../shared/money.ts'],
    mayNot: [
      ...ELECTRON,
      'node:fs',
      '../components/toast.tsx',
      '../screens/sales/Screen.tsx',
      '../app/App.tsx',
      '../../main/index.ts',
    ],
  },
  {
    from: 'src/renderer/main.tsx',
    may: ['react-dom/client', './app/App.tsx', '../shared/contract.ts'],
    mayNot: ['../main/index.ts', '../preload/index.ts', '../practice-store/server.ts', '../../tools/x.ts'],
  },
  {
    from: 'src/preload/index.ts',
    may: ['electron'],
    mayNot: [
      'zod',
      'node:fs',
      'electron/main',
      '../main/index.ts',
      '../renderer/bridge.ts',
      '../practice-store/server.ts',
      '../shared/../main/index.ts',
    ],
  },
  {
    from: 'packages/chromium-host/src/topic.ts',
    may: ['electron', 'playwright', 'node:http', './menu.ts'],
    mayNot: ['../../../src/main/index.ts', '../../../src/shared/money.ts', '../../../tools/launch/start.ts'],
  },
  {
    from: 'src/practice-store/topic.ts',
    may: ['hono', '@hono/node-server', 'zod', 'node:http', './rules.ts'],
    mayNot: [...ELECTRON, 'electron-store', '../shared/money.ts', '../main/service/wire.ts', '../../tools/x.ts'],
  },
  {
    from: 'src/team-protocol/topic.ts',
    may: ['zod', 'node:crypto', './seal.ts'],
    mayNot: [...ELECTRON, 'hono', '@nats-io/kv', '../shared/money.ts', '../relay/app.ts', '../main/team/team.ts'],
  },
  {
    from: 'src/main/team/topic.ts',
    may: ['@nats-io/kv', 'node:crypto', './team.ts', '../../team-protocol/seal.ts', '../webhook/inbox/inbox.ts'],
    mayNot: [...ELECTRON, '../stores/store-session.ts', '../app/app.ts', '../index.ts', ...OTHER_PARTS, ...OUTSIDE],
  },
  {
    from: 'src/relay/topic.ts',
    may: [
      'hono',
      '@hono/node-server',
      '@nats-io/jetstream',
      'zod',
      'node:http',
      './app.ts',
      '../team-protocol/seal.ts',
    ],
    mayNot: [
      ...ELECTRON,
      'electron-store',
      '../shared/money.ts',
      '../main/service/wire.ts',
      '../practice-store/server.ts',
      '../team-protocol/../main/index.ts',
      './../main/index.ts',
      '../../tools/x.ts',
    ],
  },
  {
    from: 'src/main/index.ts',
    may: ['electron', 'node:path', './app/app.ts', './electron/window.ts', '../shared/contract.ts'],
    mayNot: ['../renderer/bridge.ts', '../preload/index.ts', '../practice-store/rules.ts', '../../tools/x.ts'],
  },
  {
    from: 'src/main/shared-by-features.ts',
    may: ['zod', 'node:path', './turns.ts', './catalog/catalog.ts', './sync/outbox/outbox.ts', '../shared/contract.ts'],
    mayNot: [
      ...ELECTRON,
      './index.ts',
      './app/app.ts',
      './stores/store-session.ts',
      './electron/window.ts',
      '../renderer/bridge.ts',
    ],
  },
  {
    from: 'src/main/electron/topic.ts',
    may: [
      'electron',
      'node:path',
      './window.ts',
      '../handlers.ts',
      '../app/app.ts',
      '../storage/vault.ts',
      '../../shared/contract.ts',
    ],
    mayNot: ['../index.ts', ...OTHER_PARTS, ...OUTSIDE],
  },
  {
    from: 'src/main/service/topic.ts',
    may: ['undici', 'zod', 'node:http', './wire.ts', '../../shared/money.ts'],
    mayNot: [
      ...ELECTRON,
      ...['storage', 'sync', 'app', 'electron'].map((folder) => `../${folder}/topic.ts`),
      './../storage/vault.ts',
      '../../shared/../main/app/app.ts',
      '../index.ts',
      ...OTHER_PARTS,
      ...OUTSIDE,
    ],
  },
  {
    from: 'src/main/storage/topic.ts',
    may: ['electron-store', 'zod', 'node:fs', './vault.ts', '../../shared/money.ts'],
    mayNot: [
      ...ELECTRON,
      ...['service', 'sync', 'app', 'electron'].map((folder) => `../${folder}/topic.ts`),
      ...OTHER_PARTS,
      ...OUTSIDE,
    ],
  },
  {
    from: 'src/main/sync/outbox/topic.ts',
    may: [
      'tinyqueue',
      './policy.ts',
      '../../storage/stamp.ts',
      '../../service/outcome.ts',
      '../../../shared/action.ts',
    ],
    mayNot: [
      ...ELECTRON,
      ...['client', 'transport', 'wire'].map((file) => `../../service/${file}.ts`),
      '../views.ts',
      '../../app/app.ts',
      '../../electron/ipc.ts',
      ...DEEPER,
    ],
  },
  {
    from: 'src/main/import/file/topic.ts',
    may: ['papaparse', 'node:timers/promises', './cells.ts', '../../../shared/money.ts'],
    mayNot: [
      ...ELECTRON,
      '../imports.ts',
      ...['service', 'storage', 'sync', 'app', 'electron'].map((folder) => `../../${folder}/topic.ts`),
      '../../index.ts',
      ...DEEPER,
    ],
  },
  {
    from: 'src/main/links/topic.ts',
    may: [
      'zod',
      'node:path',
      './links.ts',
      '../store-context.ts',
      '../catalog/catalog.ts',
      '../import/file/check.ts',
      '../sync/outbox/outbox.ts',
      '../service/transport.ts',
      '../storage/vault.ts',
      '../../shared/text.ts',
    ],
    mayNot: [
      ...ELECTRON,
      ...['stores', 'backup', 'app', 'electron'].map((folder) => `../${folder}/topic.ts`),
      '../index.ts',
      '../share/../electron/window.ts',
      './../electron/window.ts',
      ...OTHER_PARTS,
      ...OUTSIDE,
    ],
  },
  {
    from: 'src/main/webhook/inbox/topic.ts',
    may: ['zod', 'node:http', 'undici', './verify.ts', '../../storage/collection.ts', '../../../shared/inbox.ts'],
    mayNot: [
      ...ELECTRON,
      ...['service', 'sync', 'app', 'electron'].map((folder) => `../../${folder}/topic.ts`),
      '../webhook.ts',
      '../../index.ts',
      ...DEEPER,
    ],
  },
  {
    from: 'src/main/stores/topic.ts',
    may: ['./store-session.ts', '../store-context.ts', '../import/imports.ts', '../storage/vault.ts'],
    mayNot: [...ELECTRON, ...['backup', 'app', 'electron'].map((folder) => `../${folder}/topic.ts`), '../index.ts'],
  },
  {
    from: 'src/main/backup/topic.ts',
    may: ['./backups.ts', '../stores/store-registry.ts', '../catalog/catalog.ts'],
    mayNot: [...ELECTRON, '../app/app.ts', '../electron/window.ts', '../index.ts'],
  },
  {
    from: 'src/main/app/topic.ts',
    may: ['./app.ts', '../backup/backups.ts', '../stores/session-manager.ts', '../links/handlers.ts', '../handlers.ts'],
    mayNot: [...ELECTRON, '../electron/window.ts', '../index.ts', ...OTHER_PARTS, ...OUTSIDE],
  },
  {
    from: 'src/main/a-new-folder/topic.ts',
    may: ['zod', 'node:http', './other.ts', '../../shared/webhook.ts'],
    mayNot: [...ELECTRON, '../storage/vault.ts', '../app/app.ts', '../electron/window.ts', ...OTHER_PARTS, ...OUTSIDE],
  },
];

/** Every form of import that the rule covers; type imports of the preload have their own file below. */
const FORMS: readonly [form: string, write: (specifier: string) => string][] = [
  ['a value', (specifier) => `import { something } from '${specifier}';`],
  ['everything', (specifier) => `import * as all from '${specifier}';`],
  ['a type', (specifier) => `import type { Something } from '${specifier}';`],
  ['its effect', (specifier) => `import '${specifier}';`],
  ['by passing it on', (specifier) => `export * from '${specifier}';`],
  ['when it is needed', (specifier) => `await import('${specifier}');`],
];
const PRELOAD_TYPES = 'src/preload/types.ts';
/** Two files that import a type from each other. */
const CYCLE = ['there', 'back'];
const FORMS_FILE = 'src/main/service/forms.ts';

const folder = mkdtempSync(join(tmpdir(), 'storefront-architecture-'));
/** `file:line` of each rejected import. */
const refused = new Set<string>();

function write(file: string, lines: readonly string[]): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), `${lines.join('\n')}\n`);
}

/** Runs the project's configuration on generated files. Biome exits with 1 if it finds something. */
function lint(): string {
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
  const options = [
    '--vcs-enabled=false',
    '--only=style/noRestrictedImports',
    '--only=suspicious/noImportCycles',
    '--reporter=json',
    '--max-diagnostics=none',
  ];
  try {
    return execFileSync(process.execPath, [biome, 'lint', ...options, '.'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
}

beforeAll(() => {
  cpSync(join(ROOT, 'biome.json'), join(folder, 'biome.json'));
  for (const { from, may, mayNot } of HOUSE) {
    write(
      from,
      [...may, ...mayNot].map((specifier, index) => `import part${index} from '${specifier}';`),
    );
  }
  write(
    FORMS_FILE,
    FORMS.map(([, form]) => form('../app/app.ts')),
  );
  write(PRELOAD_TYPES, [
    "import type { StorefrontBridge } from '../shared/contract.ts';",
    "import { contract } from '../shared/contract.ts';",
    "import { defaultSettings() } from '../shared/settings.ts';",
  ]);
  for (const [file, other] of [CYCLE, [...CYCLE].reverse()]) {
    write(`src/shared/${file}.ts`, [`import type { Some } from './${other}.ts';`, 'export type Some = 1;']);
  }
  const { diagnostics } = JSON.parse(lint()) as {
    diagnostics: { severity: string; location: { path: string; start: { line: number } } }[];
  };
  for (const { severity, location } of diagnostics) {
    if (severity === 'error') refused.add(`${location.path.replaceAll('\\', '/')}:${location.start.line}`);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('the import directions of the app', () => {
  for (const { from, may, mayNot } of HOUSE) {
    describe(from, () => {
      it.each(may.map((specifier, index) => [specifier, index + 1] as const))('allow %s', (_, line) => {
        expect(refused).not.toContain(`${from}:${line}`);
      });
      it.each(mayNot.map((specifier, index) => [specifier, may.length + index + 1] as const))(
        'may not import %s',
        (_, line) => {
          expect(refused).toContain(`${from}:${line}`);
        },
      );
    });
  }

  it.each(FORMS.map(([form], index) => [form, index + 1] as const))('also apply to an import of %s', (_, line) => {
    expect(refused).toContain(`${FORMS_FILE}:${line}`);
  });

  it('forbid cycles, of types too', () => {
    expect(refused).toContain('src/shared/there.ts:1');
    expect(refused).toContain('src/shared/back.ts:1');
  });

  it('let the preload import only types of src/shared', () => {
    const lines = [...refused].filter((at) => at.startsWith(`${PRELOAD_TYPES}:`));
    expect(lines.sort()).toEqual([`${PRELOAD_TYPES}:2`, `${PRELOAD_TYPES}:3`]);
  });

  it('cannot be bypassed by other import forms', () => {
    const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.tsx?$/.test(file),
    );
    const aroundIt = /\brequire\s*\(|\bcreateRequire\b|\bimport\([^)]*\)\s*\.(?!then\b)|noRestrictedImports/;
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.filter((file) => aroundIt.test(readFileSync(join(ROOT, 'src', file), 'utf8')))).toEqual([]);
  });
});
