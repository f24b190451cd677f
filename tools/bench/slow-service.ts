// The process of a service that answers each request after a fixed time: `slow-service.ts MS`. Sends its port to its parent.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const answerMs = Number(process.argv[2]);
let made = 0;
/** The accumulated lateness of the answers, in ms. */
let late = 0;

/** Timers fire up to 1 ms late. The next one is set earlier by the accumulated lateness, so that the mean is `answerMs`. */
const nextDelay = (): number => answerMs - Math.min(Math.max(Math.round(late), 0), 1);

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const askedAt = performance.now();
    setTimeout(() => {
      late += performance.now() - askedAt - answerMs;
      made += 1;
      const body = request.url?.endsWith('/products')
        ? { id: made }
        : { payment_link: `https://checkout.example/mara/1?uuid=${made}` };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }, nextDelay());
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
