import { describe, expect, it } from 'vitest';
import type { ApiKeyRecord } from '../../../api/generated';
import { changeOfKey, daysUntilEnd } from './key-facts';

const day = (n: number): string => new Date(Date.UTC(2026, 10, 1 + n)).toISOString();
const key = (more: Partial<ApiKeyRecord>): ApiKeyRecord =>
  ({
    status: 'active',
    created_at_utc: day(0),
    updated_at_utc: day(0),
    expires_at_utc: null,
    grace_expires_at_utc: null,
    revoked_at_utc: null,
    rotated_from_key_id: null,
    replaced_by_key_id: null,
    ...more,
  }) as ApiKeyRecord;

describe('the last change of a key', () => {
  it.each([
    ['created', {}],
    ['createdByRotation', { rotated_from_key_id: 'old' }],
    ['rotated', { updated_at_utc: day(3), replaced_by_key_id: 'new', grace_expires_at_utc: day(4) }],
    ['rotated', { updated_at_utc: day(3), replaced_by_key_id: 'new', revoked_at_utc: day(3) }],
    ['revoked', { updated_at_utc: day(5), revoked_at_utc: day(5) }],
    [
      'revoked',
      {
        updated_at_utc: day(5),
        revoked_at_utc: day(5),
        replaced_by_key_id: 'new',
        grace_expires_at_utc: day(9),
      },
    ],
    ['handedOver', { updated_at_utc: day(5) }],
  ])('is %s', (change, more) => {
    expect(changeOfKey(key(more))).toBe(change);
  });
});

// alerts 2.1
describe('the end of a key', () => {
  const now = Date.parse(day(85));
  it.each([
    ['never', {}, null],
    ['in 15 days', { expires_at_utc: day(100) }, null],
    ['in 14 days', { expires_at_utc: day(99) }, 14],
    ['within the day', { expires_at_utc: new Date(now + 3_600_000).toISOString() }, 0],
    ['of a week, in three days', { created_at_utc: day(81), expires_at_utc: day(88) }, null],
    ['of a week, in two days', { created_at_utc: day(80), expires_at_utc: day(87) }, 2],
    ['of a grace', { status: 'grace' as const, grace_expires_at_utc: day(88), expires_at_utc: day(300) }, 3],
    ['that is over', { status: 'expired' as const, expires_at_utc: day(80) }, null],
  ])('%s', (_, more, days) => {
    expect(daysUntilEnd(key(more), now)).toBe(days);
  });
});
