import { describe, expect, it } from 'vitest';
import { washFault } from './wash-record.policy.js';

const now = new Date('2026-11-22T00:00:00.000Z');
const SENT = {
  numbers_submitted: 10,
  numbers_on_register: 2,
  numbers_not_on_register: 7,
  numbers_invalid: 1,
  washed_at_utc: '2026-11-20T00:00:00Z',
  valid_until_utc: '2026-12-20T00:00:00Z',
};

// campaigns 7.2
describe('what a wash says', () => {
  it.each([
    ['everything fits', {}],
    ['nothing was submitted', zeros()],
    ['it was washed just now', { washed_at_utc: '2026-11-22T00:05:00Z' }],
    ['it is valid for a millisecond', { valid_until_utc: '2026-11-20T00:00:00.001Z' }],
    ['it is no longer valid', { valid_until_utc: '2026-11-21T00:00:00Z' }],
    ['zones differ', { washed_at_utc: '2026-11-20T10:00:00+11:00', valid_until_utc: '2026-11-20T00:00:00Z' }],
  ])('is taken where %s', (_, fields) => {
    expect(washFault({ ...SENT, ...fields }, now)).toBeNull();
  });

  it.each([
    ['numbers_submitted', { numbers_submitted: 9 }],
    ['numbers_submitted', { numbers_submitted: 11 }],
    ['numbers_submitted', { numbers_invalid: 0 }],
    ['numbers_submitted', { numbers_on_register: 2_147_483_647, numbers_not_on_register: 2_147_483_647 }],
    ['washed_at_utc', { washed_at_utc: '2026-11-22T00:05:00.001Z' }],
    ['valid_until_utc', { valid_until_utc: '2026-11-20T00:00:00Z' }],
    ['valid_until_utc', { valid_until_utc: '2026-11-19T23:59:59Z' }],
    [
      'valid_until_utc',
      { washed_at_utc: '2026-11-20T10:00:00+11:00', valid_until_utc: '2026-11-19T23:00:00Z' },
    ],
  ])('is refused naming %s', (field, fields) => {
    expect(washFault({ ...SENT, ...fields }, now)).toMatchObject({ loc: ['body', field] });
  });
});

function zeros(): object {
  const names = ['submitted', 'on_register', 'not_on_register', 'invalid'];
  return Object.fromEntries(names.map((name) => [`numbers_${name}`, 0]));
}
