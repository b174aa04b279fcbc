import { describe, expect, it } from 'vitest';
import type { ContactFields } from './contact-draft.js';
import { newColumns, updatedColumns } from './stored-columns.policy.js';
import type { StoredColumns } from './stored-columns.policy.js';

const draft = (fields: Partial<ContactFields>) => ({
  row: 2,
  fields: { toNumber: '+61491570156', ...fields },
  personalization: {},
});
const day = (date: number): Date => new Date(Date.UTC(2026, 10, date));
const WASHED: Partial<ContactFields> = {
  registryStatus: 'listed',
  registryCheckedAt: day(10),
  registryValidUntil: day(30),
  registryVendor: 'one',
};
const stored = (fields: Partial<ContactFields>, more: Partial<StoredColumns> = {}): StoredColumns => ({
  ...newColumns(draft(fields), null),
  ...more,
});

// campaigns 4.9
describe('a rolling update', () => {
  it('changes what it brings and leaves the rest', () => {
    const evidence = Buffer.from('sealed');
    const before = stored(
      {
        recipientTimezone: 'Australia/Perth',
        consentType: 'express',
        consentGivenAt: day(1),
        maxAttempts: 3,
      },
      { consentEvidenceEncrypted: evidence, attemptCount: 2, lastDisposition: 'busy' },
    );
    const after = updatedColumns(
      before,
      draft({ consentSource: 'web form', maxAttempts: 0, exemptionVerified: false }),
      null,
    );
    expect(after).toEqual({ ...before, consentSource: 'web form', maxAttempts: 0, exemptionVerified: false });
    expect(updatedColumns(before, draft({}), null)).toEqual(before);
    expect(updatedColumns(before, draft({}), Buffer.from('new')).consentEvidenceEncrypted).toEqual(
      Buffer.from('new'),
    );
  });

  it.each<[string, Partial<ContactFields>, Partial<ContactFields>, string | null]>([
    ['is new', {}, { registryStatus: 'not_listed' }, 'not_listed'],
    ['is newer', WASHED, { registryStatus: 'not_listed', registryCheckedAt: day(11) }, 'not_listed'],
    ['is as old', WASHED, { registryStatus: 'not_listed', registryCheckedAt: day(10) }, 'not_listed'],
    [
      'is older',
      WASHED,
      { registryStatus: 'not_listed', registryCheckedAt: day(9), registryVendor: 'two' },
      'listed',
    ],
    ['has no time', WASHED, { registryStatus: 'not_listed' }, 'listed'],
    [
      'has no time, nor what is stored',
      { registryStatus: 'listed' },
      { registryStatus: 'not_listed' },
      'not_listed',
    ],
    ['is not there', WASHED, { registryVendor: 'two' }, 'listed'],
  ])('takes a registry status that %s for %s', (_, before, sent, status) => {
    const after = updatedColumns(stored(before), draft(sent), null);
    expect(after.registryStatus).toBe(status);
    const isTaken = status === (sent.registryStatus ?? before.registryStatus);
    expect(after.registryVendor).toBe(
      (isTaken ? sent.registryVendor : undefined) ?? before.registryVendor ?? null,
    );
  });

  it('names the wash no longer that its status is not from', () => {
    const washed = stored(WASHED, { registryWashRecordId: 'wash-1' });
    const newer = { registryStatus: 'not_listed', registryCheckedAt: day(12) } as const;
    expect(updatedColumns(washed, draft(newer), null).registryWashRecordId).toBeNull();
    expect(updatedColumns(washed, draft({ registryVendor: 'two' }), null).registryWashRecordId).toBe(
      'wash-1',
    );
    expect(updatedColumns(washed, draft({ registryStatus: 'unknown' }), null).registryWashRecordId).toBe(
      'wash-1',
    );
  });

  it.each([
    [null, undefined, null],
    [null, day(3), day(3)],
    [day(2), undefined, day(2)],
    [day(2), day(3), day(2)],
    [day(2), day(1), day(1)],
  ])('of a withdrawal stored as %s and sent as %s keeps the earlier', (before, sent, after) => {
    const merged = updatedColumns(
      stored(before ? { consentWithdrawnAt: before } : {}),
      draft(sent ? { consentWithdrawnAt: sent } : {}),
      null,
    );
    expect(merged.consentWithdrawnAt).toEqual(after);
  });
});
