// Short receivers that check the `Webhook-Key` header, for sellers to copy (document, section 6).
//
// Each compares in constant time, rejects requests without the key, and answers 200 only after it has read the whole
// event: the service's test counts a 200 as delivered.

export interface Snippet {
  /** The tab label, also used in "Copy Node snippet". */
  readonly name: string;
  readonly code: string;
}

const NODE = `import { createServer } from 'node:http';
import { createHash, timingSafeEqual } from 'node:crypto';

const key = process.env.WEBHOOK_KEY;
if (!key) throw new Error('Set WEBHOOK_KEY to your verification key');
// timingSafeEqual needs equal lengths, which hashes have.
const hash = (text) => createHash('sha256').update(text).digest();

createServer((request, response) => {
  const given = request.headers['webhook-key'] ?? '';
  if (!timingSafeEqual(hash(given), hash(key))) {
    response.writeHead(403).end();
    return;
  }
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const event = Buffer.concat(parts).toString('utf8');
    console.log('After-sell event', event); // keep it here, then answer
    response.writeHead(200).end();
  });
}).listen(8080);
`;

const PHP = `<?php
$key = getenv('WEBHOOK_KEY');
$given = $_SERVER['HTTP_WEBHOOK_KEY'] ?? '';
if (!is_string($key) || $key === '' || !hash_equals($key, $given)) {
    http_response_code(403);
    exit;
}

$event = file_get_contents('php://input');
error_log('After-sell event ' . $event); // keep it here, then answer
http_response_code(200);
`;

const PYTHON = `import hmac
import os
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = os.environ["WEBHOOK_KEY"].encode()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        given = self.headers.get("Webhook-Key", "").encode()
        if not KEY or not hmac.compare_digest(given, KEY):
            self.answer(403)
            return
        print("After-sell event", body.decode())  # keep it here, then answer
        self.answer(200)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()


HTTPServer(("", 8080), Receiver).serve_forever()
`;

export const SNIPPETS: readonly Snippet[] = [
  { name: 'Node', code: NODE },
  { name: 'PHP', code: PHP },
  { name: 'Python', code: PYTHON },
];
