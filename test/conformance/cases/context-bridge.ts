// contextBridge: what crosses between the preload and the page, and what does not.
import assert from 'node:assert/strict';
import type { SharedCase, Tools } from '../conformance-case.ts';

const SPEC = 'spec/api-context-bridge-spec.ts';

/** Runs a function of the page, given as source text, and returns its result. */
async function inPage(tools: Tools, code: string): Promise<unknown> {
  const { webContents } = await tools.openPage();
  return webContents.executeJavaScript(`(async () => { ${code} })()`);
}

export const contextBridgeCases: readonly SharedCase[] = [
  {
    name: 'what is exposed cannot be changed, at any depth',
    source: 'docs/api/context-bridge.md',
    async run(_electron, tools) {
      const code = `
        'use strict';
        const tries = [
          () => { bridge.echo = 1; },
          () => { bridge.nested.more = 1; },
          () => { bridge.nested.list.push(2); },
          () => { bridge.nested.list[1].inner = false; },
          () => { window.bridge = {}; },
          () => { delete window.bridge; },
        ];
        return tries.map((attempt) => { try { attempt(); return 'done'; } catch (error) { return error.name; } });`;
      assert.deepEqual(await inPage(tools, code), Array(6).fill('TypeError'));
    },
  },
  {
    name: 'a second object under one name is rejected',
    source: SPEC,
    async run(_electron, tools) {
      const said = await inPage(tools, 'return [bridge.secondTime(), typeof bridge.invoke]');
      assert.deepEqual(
        [/on top of an existing property/.test(String((said as string[])[0])), (said as string[])[1]],
        [true, 'function'],
      );
    },
  },
  {
    name: 'arguments and results are copies without their prototypes',
    source: 'docs/api/context-bridge.md',
    async run(_electron, tools) {
      const code = `
        class Own { constructor() { this.a = 1; } method() {} }
        const given = { list: [1] };
        const back = bridge.echo(given);
        const point = bridge.point();
        return {
          isSame: back === given, isListSame: back.list === given.list, back,
          point, hasMethod: 'double' in point, isPlain: Object.getPrototypeOf(point) === Object.prototype,
          own: bridge.kindOf(new Own()),
        };`;
      assert.deepEqual(await inPage(tools, code), {
        ...{ isSame: false, isListSame: false, back: { list: [1] } },
        ...{ point: { x: 3 }, hasMethod: false, isPlain: true },
        own: { isPlain: true, keys: ['a'] },
      });
    },
  },
  {
    name: 'dates, bytes and maps keep their types',
    source: 'docs/api/context-bridge.md',
    async run(_electron, tools) {
      const code = `
        const { when, bytes, map } = bridge.whole();
        return [when instanceof Date && when.getTime(), bytes instanceof Uint8Array && [...bytes], [...map]];`;
      assert.deepEqual(await inPage(tools, code), [5, [1, 2], [['a', 1]]]);
    },
  },
  {
    name: 'a function is proxied in both directions, and comes back as itself',
    source: SPEC,
    async run(_electron, tools) {
      const code = `
        const own = (n) => n + 1;
        return [bridge.call(own, 1), bridge.echo(own) === own, bridge.call((run) => run(4), own)];`;
      assert.deepEqual(await inPage(tools, code), [2, true, 5]);
    },
  },
  {
    name: 'an object that is passed twice in one call stays one object, and may contain itself',
    source: SPEC,
    async run(_electron, tools) {
      const code = `
        const object = { n: 1 };
        object.self = object;
        return [bridge.same(object, object), bridge.echo(object).self.self.n];`;
      assert.deepEqual(await inPage(tools, code), [true, 1]);
    },
  },
  {
    name: 'a promise is proxied, and its error keeps the message alone',
    source: SPEC,
    async run(_electron, tools) {
      const code = `
        const failed = await bridge.failLater('oh no').catch((error) => error);
        const own = await bridge.echo(Promise.reject(Object.assign(new TypeError('mine'), { code: 7 }))).catch((error) => error);
        return [await bridge.echo(Promise.resolve({ a: 1 })), failed.message, failed.name, own.message, 'code' in own];`;
      assert.deepEqual(await inPage(tools, code), [{ a: 1 }, 'oh no', 'Error', 'mine', false]);
    },
  },
  {
    name: 'an error that is thrown crosses as an Error with its message',
    source: SPEC,
    async run(_electron, tools) {
      const code = `
        try { bridge.fail('oh no'); } catch (error) {
          return [error.message, Object.getPrototypeOf(error) === Error.prototype];
        }`;
      assert.deepEqual(await inPage(tools, code), ['oh no', true]);
    },
  },
  {
    name: 'what cannot be cloned throws, given or returned',
    source: SPEC,
    async run(_electron, tools) {
      const code = `
        const tries = [() => bridge.uncloneable(), () => bridge.echo(new WeakMap()), () => bridge.echo([Object(Symbol())])];
        return tries.map((attempt) => { try { attempt(); return 'done'; } catch (error) { return error instanceof Error; } });`;
      assert.deepEqual(await inPage(tools, code), [true, true, true]);
    },
  },
  {
    name: 'an object of more than a thousand levels throws',
    source: SPEC,
    async run(_electron, tools) {
      const code = `
        const deep = (levels) => { let value = []; for (let n = 0; n < levels; n += 1) value = [value]; return value; };
        return [999, 1000].map((levels) => {
          try { bridge.same(deep(levels)); return 'done'; } catch (error) { return 'thrown'; }
        });`;
      assert.deepEqual(await inPage(tools, code), ['done', 'thrown']);
    },
  },
  {
    name: 'a symbol crosses as itself',
    source: SPEC,
    async run(_electron, tools) {
      assert.equal(await inPage(tools, 'return bridge.isSymbol(bridge.symbol())'), true);
    },
  },
];
