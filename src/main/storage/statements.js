// Prepares statements so that what a database holds, or a caller passes, cannot end the process: libsql 0.5 aborts on a text that
// is not UTF-8, on a boolean, and on a lone blob that is not passed in an array. A plain module: a worker thread reads it too.

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

/** Reads texts as blobs, which the library does not decode, and blobs as hexadecimal text. */
const read = (name) =>
  `CASE typeof(${name}) WHEN 'text' THEN CAST(${name} AS BLOB) WHEN 'blob' THEN hex(${name}) ELSE ${name} END AS ${name}`;

function bound(values) {
  for (const value of values) if (typeof value === 'boolean') throw new TypeError('A boolean cannot be bound');
  return [...values];
}

function decoded(row, names) {
  for (const name of names) {
    const value = row[name];
    if (typeof value === 'string') row[name] = Buffer.from(value, 'hex');
    else if (typeof value === 'object' && value !== null) row[name] = textOf(value);
  }
  return row;
}

function textOf(bytes) {
  try {
    return decoder.decode(bytes);
  } catch {
    throw Object.assign(new Error('A text is damaged'), { code: 'SQLITE_CORRUPT' });
  }
}

export function prepare(connection, sql) {
  const statement = connection.prepare(sql);
  const names = /^\s*(SELECT|WITH)\b/i.test(sql) ? [...new Set(statement.columns().map(({ name }) => name))] : [];
  // Statements that change rows return none, also after WITH. Pragmas return only numbers and SQLite's own words.
  const reading =
    names.length === 0
      ? statement
      : connection.prepare(`SELECT ${names.map((name) => read(quoted(name))).join(', ')} FROM (${sql}\n)`);
  return {
    get(values) {
      // The library adds how long it took.
      const { _metadata, ...row } = reading.get(bound(values)) ?? {};
      return Object.keys(row).length > 0 ? decoded(row, names) : undefined;
    },
    all: (values) => reading.all(bound(values)).map((row) => decoded(row, names)),
    run: (values) => reading.run(bound(values)).changes,
  };
}
