// Versions 7 and 8 of a store's database: which rows the other computers of the team have not got yet, and what the server has.
import type { DatabaseMigration } from '../storage/migrate.ts';

// share: one row while the store is shared. sequence: up to where the stream was read, which was created at this time.
const TABLES = `CREATE TABLE share (
  is_only INTEGER PRIMARY KEY CHECK (is_only = 1),
  team TEXT NOT NULL,
  created TEXT NOT NULL,
  sequence INTEGER NOT NULL
) STRICT;

-- Rows that differ from what the server is known to have. change: counts changes, to see whether a row changed again.
CREATE TABLE unshared (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  change INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

-- Products and links that another computer creates.
CREATE INDEX products_pending_elsewhere ON products(id) WHERE is_pending = 2;
CREATE INDEX links_pending_elsewhere ON links(id) WHERE is_pending = 2;

-- Records that may stand for the same product or link of the service as another one.
CREATE TABLE twins (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

-- The last revision of each key on the server.
CREATE TABLE share_revisions (
  key TEXT PRIMARY KEY,
  revision INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;

const mark = (kind: string): string => `
  INSERT INTO unshared VALUES ('${kind}', NEW.id, 1) ON CONFLICT DO UPDATE SET change = change + 1;`;

/** Nothing is marked in a store that is not shared. */
const triggers = (table: string, kind: string): string => `
CREATE TRIGGER ${kind}_added_unshared AFTER INSERT ON ${table} WHEN EXISTS (SELECT 1 FROM share) BEGIN ${mark(kind)}
END;
CREATE TRIGGER ${kind}_changed_unshared AFTER UPDATE OF record ON ${table}
  WHEN OLD.record IS NOT NEW.record AND EXISTS (SELECT 1 FROM share) BEGIN ${mark(kind)}
END;`;

export const addSharing: DatabaseMigration = (database) =>
  database.exec(TABLES + triggers('products', 'product') + triggers('links', 'link') + triggers('sales', 'sale'));

/**
 * Version 8: tells whether the stream still is the one that was read. `last_key`, `last_hash`: of the entry at `sequence`.
 * `version`: of shared records, as the app knew it. `audited_day`: of the last audit, in days since 1970.
 */
export const addStreamChecks: DatabaseMigration = (database) =>
  database.exec(`ALTER TABLE share ADD COLUMN last_key TEXT NOT NULL DEFAULT '';
    ALTER TABLE share ADD COLUMN last_hash TEXT NOT NULL DEFAULT '';
    ALTER TABLE share ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE share ADD COLUMN audited_day INTEGER NOT NULL DEFAULT 0;`);
