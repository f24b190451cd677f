// The content security policy of the app's pages and the headers with it. Also used by the build.

const DIRECTIVES = [
  "default-src 'none'",
  "script-src 'self'",
  // Mantine writes its variables into style elements; a style runs no code, and nothing remote can be named in one.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "object-src 'none'",
  "worker-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** For the page itself, should it ever be opened by other means. A meta element may not name frame-ancestors. */
export const META_POLICY = DIRECTIVES.join('; ');

/** The headers of every answer of the app's own protocol. */
export const PAGE_HEADERS = {
  'Content-Security-Policy': [...DIRECTIVES, "frame-src 'none'", "frame-ancestors 'none'"].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // The files change only with the app itself.
  'Cache-Control': 'no-cache',
} as const;
