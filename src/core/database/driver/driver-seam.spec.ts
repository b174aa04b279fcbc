import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Query } from 'pg';
import { describe, expect, it } from 'vitest';

/** The minor version of pg that `BoundStatement`, `copyOut` and `socketOf` were read against. */
const READ_AGAINST = '8.23';

describe('what reaches below pg.query', () => {
  // Read pg's lib/query.js and lib/client.js again, then raise the version here.
  it('was read against the installed minor version', () => {
    const file = createRequire(import.meta.url).resolve('pg/package.json');
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    expect(version.split('.').slice(0, 2).join('.')).toBe(READ_AGAINST);
  });

  it.each(['submit', 'prepare', 'handleDataRow', 'handleCommandComplete', 'handleCopyData'])(
    'finds %s on the query of pg',
    (method) => {
      expect(Query.prototype).toHaveProperty(method, expect.any(Function));
    },
  );
});
