// A service process that accepts each create after a fixed time: `slow-service.ts MS`. Sends its port to its parent.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let made = 0;
const server = createServer((request, response) => {
  request.resume().on('end', () =>
    setTimeout(() => {
      made += 1;
      const body = request.url?.endsWith('/products')
        ? { id: made }
        : { payment_link: `https://checkout.example/mara/1?uuid=${made}` };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }, Number(process.argv[2])),
  );
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
