// Records the received requests, so that tests can see exactly what a client sent.

export type ReceivedRequest = {
  /** ISO time of arrival. */
  readonly at: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Names in lower case. The value of Authorization is withheld. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON; the text if it is not JSON; undefined if there is none or it was not read completely. */
  readonly body: unknown;
};

/** Keeps the newest `limit` requests, oldest first. */
export class ReceivedRequests {
  readonly #limit: number;
  #requests: ReceivedRequest[] = [];

  constructor(limit = 1_000) {
    this.#limit = limit;
  }

  /** Records a request on arrival, and returns a function that adds its body once it has been read. */
  add(request: Request): (body: unknown) => void {
    const url = new URL(request.url);
    const headers = Object.fromEntries(request.headers);
    if (headers.authorization !== undefined) headers.authorization = '(withheld)';
    const entry = {
      at: new Date().toISOString(),
      method: request.method,
      path: url.pathname + url.search,
      headers,
      body: undefined as unknown,
    };
    this.#requests.push(entry);
    if (this.#requests.length > this.#limit) this.#requests.shift();
    return (body) => {
      entry.body = body;
    };
  }

  list(): readonly ReceivedRequest[] {
    return [...this.#requests];
  }
}
