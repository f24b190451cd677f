// Finds the event in the body of a delivery: the body itself, or the inner one of the document's shape (section 6.4).

export type EventBody = Record<string, unknown>;

export interface FoundEvent {
  readonly event: EventBody;
  /** The whole body, where the event is inside it: {headers, content_length, body, method}. */
  readonly wrapper: EventBody | null;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null if the body is no JSON object. */
export function eventOf(body: string): FoundEvent | null {
  const whole = objectOf(body);
  if (!whole) return null;
  const event = innerBody(whole);
  return event ? { event, wrapper: whole } : { event: whole, wrapper: null };
}

/** The inner body may be an object or JSON text. */
function innerBody({ headers, body, method, content_length }: EventBody): EventBody | null {
  const isWrapper = isObject(headers) && (typeof method === 'string' || Number.isInteger(content_length));
  if (!isWrapper) return null;
  if (typeof body === 'string') return objectOf(body);
  return isObject(body) ? body : null;
}

function objectOf(text: string): EventBody | null {
  try {
    // Some senders begin with a byte order mark.
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
