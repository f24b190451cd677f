// contextBridge: what crosses between the preload and the page, and what does not.
import assert from 'node:assert/strict';
import type { SharedCases, Tools } from '../conformance-case.ts';

/** Runs a function of the page, given as source text, and returns its result. */
async function inPage(tools: Tools, code: string): Promise<unknown> {
  const { webContents } = await tools.openPage();
  return webContents.executeJavaScript(`(async () => { ${code} })()`);
}

export const shared: SharedCases = {
  async 'what is exposed cannot be changed, at any depth'(_electron, tools) {
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
  async 'arguments and results are copies without their prototypes'(_electron, tools) {
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
  async 'a promise is proxied, and its error keeps the message alone'(_electron, tools) {
    const code = `
        const failed = await bridge.failLater('oh no').catch((error) => error);
        const own = await bridge.echo(Promise.reject(Object.assign(new TypeError('mine'), { code: 7 }))).catch((error) => error);
        return [await bridge.echo(Promise.resolve({ a: 1 })), failed.message, failed.name, own.message, 'code' in own];`;
    assert.deepEqual(await inPage(tools, code), [{ a: 1 }, 'oh no', 'Error', 'mine', false]);
  },
  async 'what cannot be cloned throws, given or returned'(_electron, tools) {
    const code = `
        const tries = [() => bridge.uncloneable(), () => bridge.echo(new WeakMap()), () => bridge.echo([Object(Symbol())])];
        return tries.map((attempt) => { try { attempt(); return 'done'; } catch (error) { return error instanceof Error; } });`;
    assert.deepEqual(await inPage(tools, code), [true, true, true]);
  },
};
