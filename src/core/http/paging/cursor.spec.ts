import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../config/settings.js';
import { PlatformError } from '../../shared/platform-error.js';
import { Cursors } from './cursor.js';
import type { CursorBinding, CursorPosition } from './cursor.js';

const cursorsOf = (secret: Buffer, ...otherSecrets: Buffer[]) =>
  new Cursors({ cursors: { secret, otherSecrets } } as unknown as Settings);
const cursors = cursorsOf(randomBytes(32));

const BINDING: CursorBinding = {
  route: 'GET /v1/calls/list',
  tenant: { clientId: 'acme', dataEnv: 'prod' },
  filter: { project_id: 'p1', status: 'missed', sort_by: 'started_at_utc' },
};
const POSITION: CursorPosition = ['2026-10-10T01:00:00.000Z', 'call-7', null, 3];

function refusal(binding: CursorBinding, cursor: string, by = cursors): unknown {
  try {
    by.decode(binding, cursor);
    return 'accepted';
  } catch (error) {
    return error instanceof PlatformError ? [error.entry.status, error.entry.code] : error;
  }
}

const BAD = [400, 'validation_failed'];

describe('page cursors', () => {
  it('give back the position they were made from', () => {
    const part = fc.oneof(fc.string(), fc.integer(), fc.constant(null));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (position) => {
        fc.pre(JSON.stringify(position).length < 500);
        expect(cursors.decode(BINDING, cursors.encode(BINDING, position))).toEqual(position);
      }),
    );
  });

  it('are safe in a query without escaping', () => {
    expect(cursors.encode(BINDING, POSITION)).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it('do not mind in which order the filter is written or what is left out of it', () => {
    const cursor = cursors.encode(BINDING, POSITION);
    const filter = { sort_by: 'started_at_utc', agent: undefined, status: 'missed', project_id: 'p1' };
    expect(cursors.decode({ ...BINDING, filter }, cursor)).toEqual(POSITION);
  });

  // calls 6.2
  it.each<[string, Partial<CursorBinding>]>([
    ['another route', { route: 'GET /v1/calls/timeline' }],
    ['another client', { tenant: { clientId: 'globex', dataEnv: 'prod' } }],
    ['another environment', { tenant: { clientId: 'acme', dataEnv: 'dev' } }],
    ['another filter value', { filter: { ...BINDING.filter, status: 'failed' } }],
    ['one filter more', { filter: { ...BINDING.filter, agent: 'Mia' } }],
    ['one filter less', { filter: { project_id: 'p1', status: 'missed' } }],
    [
      'a value under another name',
      { filter: { project_id: 'p1', agent: 'missed', sort_by: 'started_at_utc' } },
    ],
    ['a number for a text', { filter: { ...BINDING.filter, status: 0 } }],
  ])('lead nowhere for %s', (_, change) => {
    expect(refusal({ ...BINDING, ...change }, cursors.encode(BINDING, POSITION))).toEqual(BAD);
  });

  // requests 7.3
  it('are refused after any single change of a character', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. '.split('');
    const cursor = cursors.encode(BINDING, POSITION);
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom(...alphabet), (at, to) => {
        fc.pre(cursor[at] !== to);
        expect(refusal(BINDING, cursor.slice(0, at) + to + cursor.slice(at + 1))).toEqual(BAD);
      }),
      { numRuns: 1000 },
    );
  });

  it('are refused when cut, padded, repeated, empty or far too long', () => {
    const cursor = cursors.encode(BINDING, POSITION);
    const wrong = [
      '',
      cursor.slice(0, 10),
      cursor.slice(0, -1),
      `${cursor}=`,
      `${cursor}A`,
      cursor + cursor,
      'x'.repeat(5000),
    ];
    for (const text of wrong) expect(refusal(BINDING, text)).toEqual(BAD);
  });

  it('are refused for any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(refusal(BINDING, text)).toEqual(BAD);
      }),
    );
  });

  // requests 7.3; operations 5.6
  it('of another secret are refused', () => {
    expect(refusal(BINDING, cursors.encode(BINDING, POSITION), cursorsOf(randomBytes(32)))).toEqual(BAD);
  });

  // requests 7.3
  it('are accepted under two secrets while the secret changes', () => {
    const [before, after] = [randomBytes(32), randomBytes(32)];
    const old = cursorsOf(before).encode(BINDING, POSITION);
    const announced = cursorsOf(before, after);
    const changed = cursorsOf(after, before);
    expect(changed.decode(BINDING, old)).toEqual(POSITION);
    // A process that has not been restarted accepts cursors signed with a changed key.
    expect(announced.decode(BINDING, changed.encode(BINDING, POSITION))).toEqual(POSITION);
    expect(refusal(BINDING, old, cursorsOf(after))).toEqual(BAD);
  });

  it('are refused without repeating what was sent', () => {
    try {
      cursors.decode(BINDING, 'planted-text');
    } catch (error) {
      expect(JSON.stringify(error)).not.toContain('planted-text');
      return;
    }
    expect.unreachable();
  });
});
