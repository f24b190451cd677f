// The control of the Webhook screen that the tour highlights.
import { expect, it } from 'vitest';
import { tourNext } from '../../src/renderer/screens/webhook/tour-next.ts';

const address = 'http://127.0.0.1:4020/webhook';
const done = { address, url: address, hasKey: true, unsaved: false };

it('highlights one control after another, from the inbox to the test event', () => {
  expect(tourNext({ address: null, url: '', hasKey: false, unsaved: false })).toBe('start');
  expect(tourNext({ ...done, url: '', hasKey: false })).toBe('address');
  expect(tourNext({ ...done, unsaved: true })).toBe('save');
  expect(tourNext(done)).toBe('test');
});

it('returns to what is missing', () => {
  expect(tourNext({ ...done, address: null })).toBe('start');
  expect(tourNext({ ...done, url: 'https://hooks.example/sales' })).toBe('address');
  expect(tourNext({ ...done, hasKey: false })).toBe('address');
});
