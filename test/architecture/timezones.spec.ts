import { globSync, readFileSync } from 'node:fs';
import tzdata from 'tzdata' with { type: 'json' };
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { isIanaTimezone } from '../../src/core/time/timezone.policy.js';
import { withClient } from '../support/databases.js';

describe('the names of time zones', () => {
  let known: string[];

  beforeAll(async () => {
    const { rows } = await withClient(inject('fixture').superuserUrl, (db) =>
      db.query<{ name: string }>('SELECT name FROM pg_timezone_names'),
    );
    known = rows.map(({ name }) => name);
  });

  // A zone that is valid here but unknown to PostgreSQL would fail in the middle of a query.
  it('are known to PostgreSQL, all that are accepted', () => {
    const accepted = Object.keys(tzdata.zones).filter(isIanaTimezone);
    expect(accepted.length).toBeGreaterThan(590);
    expect(accepted.filter((name) => !known.includes(name))).toEqual([]);
  });

  // Both follow the IANA database. Factory stands for a clock that was
  // never set, localtime for the one of the machine.
  it('are all that PostgreSQL has', () => {
    const missing = known.filter(
      (name) => !/^(posix|right)\//.test(name) && !['Factory', 'localtime', 'posixrules'].includes(name),
    );
    expect(missing.filter((name) => !(name in tzdata.zones))).toEqual([]);
  });
});

// requests 9.10
it('no statement asks PostgreSQL for the time of another zone than UTC', () => {
  const files = globSync('src/**/*.ts', { exclude: ['**/*.spec.ts', '**/migrations/**'] });
  const wrong = files.filter((file) =>
    /AT TIME ZONE (?!'UTC')|date_trunc\((?:[^()]|\([^()]*\))*,(?:[^()]|\([^()]*\))*,(?! 'UTC'\))/.test(
      readFileSync(file, 'utf8'),
    ),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(wrong).toEqual([]);
});
