// Resolves `electron` to the stand-in for everything loaded from now on, by import and by require.
import { randomUUID } from 'node:crypto';
import Module, { register } from 'node:module';

/** The text of a data: URL, since hooks run in their own thread and share no objects with this one. */
function moduleUrl(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

/** Where several apps run one after another, each gets its own. */
export function provideElectron(electron: Record<string, unknown>): void {
  const key = `storefront-desk.electron.${randomUUID()}`;
  Object.defineProperty(globalThis, Symbol.for(key), { value: electron });
  const stand = [
    `const electron = globalThis[Symbol.for(${JSON.stringify(key)})];`,
    'export default electron;',
    ...Object.keys(electron).map((name) => `export const ${name} = electron.${name};`),
  ].join('\n');
  const hook = `
    const names = new Set(['electron', 'electron/main', 'electron/common']);
    const url = ${JSON.stringify(moduleUrl(stand))};
    export function resolve(name, context, next) {
      return names.has(name) ? { url, format: 'module', shortCircuit: true } : next(name, context);
    }`;
  register(moduleUrl(hook));

  // CommonJS resolves differently, without a public hook in Node 20.
  const loader = Module as unknown as { _load(request: string, parent: unknown, isMain: boolean): unknown };
  const load = loader._load;
  loader._load = (request, parent, isMain) =>
    request === 'electron' || request === 'electron/main' ? electron : load.call(loader, request, parent, isMain);
}
