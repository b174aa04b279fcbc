import { readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Code that opens database sessions itself. */
const OPENS_SESSIONS = /new (Client|Pool|PgBoss)\(\{(?![^}]*\bdb:)/s;
/** Code that builds the options of a DataSource, which opens sessions. */
const OPTIONS_OF_SESSIONS = /type: 'postgres',\n\s+url,\n\s+\.\.\.schema/;
const PINS = /\b(pinSession\(|onConnect\(|PINNED\b)/;

// operations 6.5
describe('sessions of databases', () => {
  const opening = globSync('src/**/*.ts', { exclude: (name) => name.endsWith('.spec.ts') })
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter(
      ({ file, text }) =>
        !file.includes('outbound-http') && (OPENS_SESSIONS.test(text) || OPTIONS_OF_SESSIONS.test(text)),
    );

  it('are found, those of each door', () => {
    expect(opening.length).toBeGreaterThanOrEqual(7);
  });

  it.each(opening)('are pinned to our settings in $file', ({ text }) => {
    expect(text).toMatch(PINS);
  });
});
