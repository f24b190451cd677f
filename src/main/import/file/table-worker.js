// Reads one table in a thread of its own, and hands out its rows part by part.
//
// Message in: the source to read, then { from, count } for each part. Message out: what was found and the number of rows, or why
// nothing was read; then the rows.
import { parentPort } from 'node:worker_threads';
import { readTable } from './table.js';

/** Rows that decide where the header is. */
const HEAD = 30;
let rows = [];

parentPort.on('message', (asked) => {
  if ('from' in asked) {
    parentPort.postMessage(rows.slice(asked.from, asked.from + asked.count));
    return;
  }
  const { refused, facts, rows: read = [] } = readTable(asked);
  rows = read;
  parentPort.postMessage(refused ? { refused } : { facts, total: rows.length, head: rows.slice(0, HEAD) });
});
