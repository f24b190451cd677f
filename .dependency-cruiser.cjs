// Which way imports point: renderer → shared ← main; in main: electron → app → features → catalog, sync → service, storage.
// `npm test` fails on an import that points another way, and on cycles.

const rule = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to });
/** Nothing but these, and its own files. */
const only = (name, from, ...allowed) => rule(name, `^${from}/`, { pathNot: [`^${from}/`, ...allowed] });

const PACKAGES = '(^|/)node_modules/';
/** A module of Node has no folder. */
const NODE = '^(?!src/|tools/|test/|packages/|node_modules/)';

module.exports = {
  forbidden: [
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    only('shared is pure', 'src/shared', 'node_modules/(zod|intl-messageformat|@formatjs)/'),
    rule('the window reaches main through the contract only', '^src/renderer/', {
      path: [
        '^src/(?!renderer|shared)',
        '^(tools|test|packages)/',
        NODE,
        'node_modules/(electron|electron-store|undici)/',
      ],
    }),
    only('the preload stays small', 'src/preload', '^src/shared/contract', 'node_modules/electron/'),
    only('the protocol is shared by app, relay and server', 'src/team-protocol', NODE, 'node_modules/zod/'),
    only('the relay is a server of its own', 'src/relay', NODE, '^src/team-protocol/', 'node_modules/(?!electron)'),
    only('the practice store stands alone', 'src/practice-store', NODE, 'node_modules/(?!electron)'),
    rule('main does not know the window', '^src/main/', { path: '^(src/(renderer|preload)|tools|test|packages)/' }),
    rule('Electron is at the edge', '^src/(?!main/(electron/|index)|preload)', { path: 'node_modules/electron/' }),
    rule('only the entry imports the edge', '^src/main/(?!electron/|index)', { path: '^src/main/electron/' }),
    rule('features do not know the app', '^src/main/(?!electron/|index|app/)', { path: '^src/main/app/' }),
    rule('service and storage know nobody', '^src/main/(service|storage)/', {
      path: '^src/main/(?!service|storage)[^/]+/',
    }),
    rule('catalog and outbox know no feature', '^src/main/(catalog|outbox)/', {
      path: '^src/main/(products|links|share|import|webhook|sales|backup|team|stores)/',
    }),
    rule('the host knows nothing of the app', '^packages/', { path: '^(src|tools|test)/' }),
    rule('the product does not know its tests', '^(src/|packages/[^/]+/src/|tools/(?!bench))', { path: '^test/' }),
  ],
  options: {
    doNotFollow: { path: PACKAGES },
    exclude: { path: '^(out|release)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
};
