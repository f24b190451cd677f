// Serializes values between main process and page as text, preserving what a structured clone would.
// `createCodec` also runs inside the page as source text, so it must not use anything outside itself.

export interface Codec {
  /** Throws as Electron does ("An object could not be cloned.") when the value holds a function or a symbol. */
  encode(value: unknown): string;
  decode(text: string): unknown;
}

export function createCodec(): Codec {
  type Dict = Record<string, unknown>;
  // An object with this key is a tagged value; a real object with such a key is wrapped, so the format is unambiguous.
  const tag = '$desk';

  function isPlain(value: object): boolean {
    const proto = Object.getPrototypeOf(value);
    // By name instead of identity: an object may come from another realm.
    return proto === null || (Object.getPrototypeOf(proto) === null && proto.constructor?.name === 'Object');
  }

  /** True when JSON alone preserves the value: the fast path for nearly everything. */
  function isJson(value: unknown, depth: number): boolean {
    if (depth > 200) return false;
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return true;
      case 'number':
        return Number.isFinite(value) && !Object.is(value, -0);
      case 'object': {
        if (value === null) return true;
        if (Array.isArray(value)) {
          for (let i = 0; i < value.length; i += 1) if (!(i in value) || !isJson(value[i], depth + 1)) return false;
          return true;
        }
        if (!isPlain(value) || tag in value || typeof (value as Dict).toJSON === 'function') return false;
        for (const key of Object.keys(value)) if (!isJson((value as Dict)[key], depth + 1)) return false;
        return true;
      }
      default:
        return false;
    }
  }

  function tagged(kind: string, payload?: unknown): Dict {
    return { [tag]: kind, v: payload };
  }

  function pack(value: unknown, path: Set<object>): unknown {
    switch (typeof value) {
      case 'undefined':
        return tagged('undefined');
      case 'bigint':
        return tagged('bigint', String(value));
      case 'number':
        return Number.isFinite(value) && !Object.is(value, -0)
          ? value
          : tagged('number', Object.is(value, -0) ? '-0' : String(value));
      case 'function':
      case 'symbol':
        throw new Error('An object could not be cloned.');
      case 'object':
        return value === null ? null : packObject(value, path);
      default:
        return value;
    }
  }

  function packObject(value: object, path: Set<object>): unknown {
    if (path.has(value)) throw new Error('An object could not be cloned: it contains itself.');
    path.add(value);
    try {
      if (Array.isArray(value)) return Array.from(value, (item) => pack(item, path));
      if (value instanceof Date) return tagged('date', value.getTime());
      if (value instanceof RegExp) return tagged('regexp', [value.source, value.flags]);
      if (value instanceof Error) return tagged('error', [value.name, value.message, value.stack]);
      if (value instanceof Map)
        return tagged(
          'map',
          [...value].map(([k, v]) => [pack(k, path), pack(v, path)]),
        );
      if (value instanceof Set)
        return tagged(
          'set',
          [...value].map((item) => pack(item, path)),
        );
      if (value instanceof ArrayBuffer) return tagged('bytes', ['ArrayBuffer', [...new Uint8Array(value)]]);
      if (ArrayBuffer.isView(value)) {
        const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
        // A Node Buffer reaches a page as a Uint8Array.
        const name = value.constructor.name === 'Buffer' ? 'Uint8Array' : value.constructor.name;
        return tagged('bytes', [name, [...bytes]]);
      }
      // Promises, weak maps, and objects of the page or of Node: a structured clone cannot represent them.
      if (!/^\[object (Object|Arguments)\]$/.test(Object.prototype.toString.call(value))) {
        throw new Error('An object could not be cloned.');
      }
      // No prototype, so that "__proto__" is an ordinary key.
      const copy: Dict = Object.create(null);
      for (const key of Object.keys(value)) copy[key] = pack((value as Dict)[key], path);
      return tag in copy ? tagged('object', Object.entries(copy)) : copy;
    } finally {
      path.delete(value);
    }
  }

  function unpack(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i += 1) value[i] = unpack(value[i]);
      return value;
    }
    if (Object.hasOwn(value, tag)) return unpackTagged(value as { v: never } & Dict);
    // In place: JSON.parse has created "__proto__" as an own key, and assigning to an own key keeps it one.
    for (const key of Object.keys(value)) (value as Dict)[key] = unpack((value as Dict)[key]);
    return value;
  }

  function unpackTagged(value: Dict): unknown {
    const payload = value.v as never;
    switch (value[tag]) {
      case 'undefined':
        return undefined;
      case 'bigint':
        return BigInt(payload);
      case 'number':
        return Number(payload);
      case 'date':
        return new Date(payload as number);
      case 'regexp':
        return new RegExp(payload[0], payload[1]);
      case 'error': {
        const error = new Error(payload[1]);
        error.name = payload[0];
        error.stack = payload[2];
        return error;
      }
      case 'map':
        return new Map((payload as [unknown, unknown][]).map(([k, v]) => [unpack(k), unpack(v)]));
      case 'set':
        return new Set((payload as unknown[]).map(unpack));
      case 'bytes': {
        const bytes = Uint8Array.from(payload[1] as number[]);
        if (payload[0] === 'ArrayBuffer') return bytes.buffer;
        const View = (globalThis as Dict)[payload[0]] as new (buffer: ArrayBuffer) => unknown;
        return new View(bytes.buffer);
      }
      case 'object': {
        const object = {};
        for (const [key, item] of payload as [string, unknown][]) {
          Object.defineProperty(object, key, {
            value: unpack(item),
            enumerable: true,
            writable: true,
            configurable: true,
          });
        }
        return object;
      }
      default:
        throw new Error(`Unknown kind of value: ${String(value[tag])}`);
    }
  }

  return {
    encode: (value) => (isJson(value, 0) ? `j${JSON.stringify(value)}` : `t${JSON.stringify(pack(value, new Set()))}`),
    decode: (text) => (text[0] === 'j' ? JSON.parse(text.slice(1)) : unpack(JSON.parse(text.slice(1)))),
  };
}
