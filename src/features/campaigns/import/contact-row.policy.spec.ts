import { describe, expect, it } from 'vitest';
import { readRow } from './contact-row.policy.js';

const NUMBER = '+61491570156';
const row = (cells: Record<string, unknown>, required: readonly string[] = ['to_number']) => {
  const sent = { to_number: NUMBER, ...cells };
  return readRow({ row: 2, columns: Object.keys(sent), cells: Object.values(sent) }, { required });
};
const faultsOf = (cells: Record<string, unknown>, required?: readonly string[]): string[] =>
  row(cells, required).errors.map(({ column, fault }) => `${column} ${fault.code}`);

// campaigns 4.5
describe('a cell of an import', () => {
  it.each([
    ['registry_vendor', 128],
    ['consent_source', 128],
    ['consent_evidence_reference', 512],
    ['first_name', 1_000],
  ])('%s has at most %i characters, each counted once', (column, most) => {
    expect(faultsOf({ [column]: '😀'.repeat(most) })).toEqual([]);
    expect(faultsOf({ [column]: '😀'.repeat(most + 1) })).toEqual([`${column} too_long`]);
    expect(faultsOf({ [column]: 'a'.repeat(most + 1) })).toEqual([`${column} too_long`]);
  });

  it.each<[column: string, text: string, property: string, value: unknown]>([
    ['to_number', ` ${NUMBER}\t`, 'toNumber', NUMBER],
    ['external_contact_id', ' crm-17 ', 'externalContactId', 'crm-17'],
    ['recipient_timezone', 'Australia/Sydney', 'recipientTimezone', 'Australia/Sydney'],
    [
      'recipient_timezone',
      'America/Argentina/Buenos_Aires',
      'recipientTimezone',
      'America/Argentina/Buenos_Aires',
    ],
    ['recipient_timezone', 'Mars/Olympus', 'recipientTimezone', 'Mars/Olympus'],
    ['recipient_country', 'au', 'recipientCountry', 'AU'],
    ['recipient_subdivision', 'au-nsw', 'recipientSubdivision', 'AU-NSW'],
    ['recipient_subdivision', 'NSW', 'recipientSubdivision', 'NSW'],
    ['registry_status', 'Not_Listed', 'registryStatus', 'not_listed'],
    [
      'registry_checked_at_utc',
      '2026-11-01T10:00:00+11:00',
      'registryCheckedAt',
      new Date('2026-10-31T23:00:00Z'),
    ],
    [
      'registry_valid_until_utc',
      '2026-12-01T00:00:00Z',
      'registryValidUntil',
      new Date('2026-12-01T00:00:00Z'),
    ],
    ['registry_result_code', 'N', 'registryResultCode', 'N'],
    ['registry_vendor', 'Wash & Co', 'registryVendor', 'Wash & Co'],
    ['registry_ruleset_id', 'au-2026.1', 'registryRulesetId', 'au-2026.1'],
    ['consent_type', 'EXPRESS', 'consentType', 'express'],
    ['consent_source', 'web form', 'consentSource', 'web form'],
    ['consent_given_at_utc', '2026-11-01T00:00:00Z', 'consentGivenAt', new Date('2026-11-01T00:00:00Z')],
    ['consent_expires_at_utc', '2027-11-01T00:00:00Z', 'consentExpiresAt', new Date('2027-11-01T00:00:00Z')],
    [
      'consent_withdrawn_at_utc',
      '2026-11-02T00:00:00Z',
      'consentWithdrawnAt',
      new Date('2026-11-02T00:00:00Z'),
    ],
    [
      'consent_evidence_reference',
      'call of robin@example.com',
      'consentEvidenceReference',
      'call of robin@example.com',
    ],
    ['exemption_type', 'Charity', 'exemptionType', 'charity'],
    ['exemption_verified', 'TRUE', 'exemptionVerified', true],
    ['exemption_verified', 'false', 'exemptionVerified', false],
    ['call_type', 'research', 'callType', 'research'],
    ['priority_override', '1', 'priorityOverride', 1],
    ['priority_override', '100', 'priorityOverride', 100],
    ['max_attempts', '0', 'maxAttempts', 0],
    ['max_attempts', '20', 'maxAttempts', 20],
  ])('%s is read from %j', (column, text, property, value) => {
    const { draft } = row({ [column]: text });
    expect(draft?.fields).toMatchObject({ [property]: value });
  });

  it.each([
    ['to_number', '61491570156', 'phone_plus_missing'],
    ['external_contact_id', '0491570156', 'identifier_is_email_or_phone'],
    ['recipient_timezone', 'Robin Smith', 'malformed'],
    ['recipient_country', 'AUS', 'malformed'],
    ['recipient_country', 'UK', 'malformed'],
    ['recipient_country', 'XX', 'malformed'],
    ['recipient_subdivision', 'New South Wales', 'malformed'],
    ['recipient_subdivision', 'ZZ-AA', 'malformed'],
    ['recipient_subdivision', 'AU-XYZ', 'not_allowed'],
    ['registry_status', 'clean', 'not_allowed'],
    ['registry_checked_at_utc', '2026-11-01', 'not_an_instant'],
    ['registry_valid_until_utc', '2026-11-01T00:00:00', 'not_an_instant'],
    ['registry_result_code', 'robin@example.com', 'personal_data'],
    ['registry_vendor', 'a'.repeat(129), 'too_long'],
    ['registry_ruleset_id', 'a\u0007', 'malformed'],
    ['consent_type', 'told 0491 570 156', 'personal_data'],
    ['consent_source', '+61 491 570 156', 'personal_data'],
    ['consent_given_at_utc', '1999-01-01T00:00:00Z', 'not_an_instant'],
    ['consent_expires_at_utc', '2026-02-30T00:00:00Z', 'not_an_instant'],
    ['consent_withdrawn_at_utc', 'yesterday', 'not_an_instant'],
    ['consent_evidence_reference', 'a'.repeat(513), 'too_long'],
    ['exemption_type', 'robin@example.com', 'personal_data'],
    ['exemption_verified', 'yes', 'not_allowed'],
    ['call_type', 'sales', 'not_allowed'],
    ['priority_override', '000', 'not_a_whole_number'],
    ['priority_override', '101', 'not_a_whole_number'],
    ['priority_override', '1.5', 'not_a_whole_number'],
    ['max_attempts', '021', 'not_a_whole_number'],
    ['max_attempts', '-1', 'not_a_whole_number'],
    ['first_name', 'a'.repeat(1001), 'too_long'],
    ['first_name', 'a\0b', 'malformed'],
  ])('%s is refused for %j: %s', (column, text, code) => {
    const read = row({ [column]: text });
    expect(read.draft).toBeNull();
    expect(read.errors.map((it) => [it.row, it.column, it.fault.code])).toEqual([[2, column, code]]);
    expect(JSON.stringify(read.errors)).not.toContain(text);
  });

  it.each([
    ['NZ', 'AU-NSW', ['not_allowed']],
    ['au', 'NZ-CIT', ['not_allowed']],
    ['AU', 'XYZ', ['not_allowed']],
    ['AU', 'nsw', []],
    ['AU', 'AU-WA', []],
    ['NZ', 'CIT', []],
    ['GB', 'GB-LND', []],
  ])('recipient_country %s with recipient_subdivision %s: %j', (country, subdivision, codes) => {
    const { errors } = row({ recipient_country: country, recipient_subdivision: subdivision });
    expect(errors.map((it) => it.fault.code)).toEqual(codes);
    expect(errors.every((it) => it.column === 'recipient_subdivision')).toBe(true);
  });

  it('is left out where it is blank', () => {
    const { draft } = row({ external_contact_id: ' ', first_name: '\t', max_attempts: '' });
    expect(draft).toEqual({ row: 2, fields: { toNumber: NUMBER }, personalization: {} });
  });

  // Otherwise an invisible source would make a consent valid, and an invisible type an exemption.
  it.each(['\u200b', '\u3164', '\u2800', ' \u0301', '\u{e0041}'])(
    'is left out where it shows nothing: %j',
    (unseen) => {
      const sent = {
        external_contact_id: unseen,
        consent_source: unseen,
        consent_evidence_reference: unseen,
        exemption_type: unseen,
        first_name: unseen,
      };
      expect(row(sent).draft).toEqual({ row: 2, fields: { toNumber: NUMBER }, personalization: {} });
      expect(faultsOf({ to_number: unseen })).toEqual(['to_number required']);
    },
  );

  it('is refused where it holds an unprintable character and nothing else', () => {
    expect(faultsOf({ consent_source: '\u0007' })).toEqual(['consent_source malformed']);
  });

  it('of another name is a value of personalization, with the line breaks that it has', () => {
    const { draft } = row({ first_name: ' Robin ', __proto: 'x', note: 'a\nb' });
    expect(draft?.personalization).toEqual({ first_name: 'Robin', __proto: 'x', note: 'a\nb' });
    const hostile = readRow(
      { row: 2, columns: ['to_number', '__proto__', 'constructor'], cells: [NUMBER, 'a', 'b'] },
      { required: [] },
    );
    expect(Object.entries(hostile.draft!.personalization)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });

  it('lists the allowed values if there is a list', () => {
    expect(row({ call_type: 'sales' }).errors[0]?.fault.allowed).toEqual([
      'telemarketing',
      'research',
      'service',
    ]);
  });
});

describe('a row of an import', () => {
  // campaigns 4.3
  it('needs a number', () => {
    expect(faultsOf({ to_number: ' ' })).toEqual(['to_number required']);
    expect(faultsOf({ to_number: '' }, ['to_number', 'external_contact_id'])).toEqual([
      'to_number required',
      'external_contact_id required',
    ]);
  });

  // campaigns 4.6
  it.each([[17], [true], [null], [['a']], [{ a: 1 }]])('of JSON holds texts alone, not %j', (value) => {
    expect(faultsOf({ max_attempts: value })).toEqual(['max_attempts not_text']);
  });

  // campaigns 4.5
  it('has its periods in order', () => {
    expect(
      faultsOf({
        registry_checked_at_utc: '2026-11-01T00:00:00Z',
        registry_valid_until_utc: '2026-11-01T00:00:00Z',
        consent_given_at_utc: '2026-11-02T00:00:00Z',
        consent_expires_at_utc: '2026-11-01T00:00:00Z',
      }),
    ).toEqual(['registry_valid_until_utc not_after', 'consent_expires_at_utc not_after']);
  });

  // campaigns 4.2
  it('may have fewer cells than the header, and more where they are blank', () => {
    const read = (cells: string[]) =>
      readRow({ row: 2, columns: ['to_number', 'max_attempts'], cells }, { required: [] });
    expect(read([NUMBER]).draft?.fields).toEqual({ toNumber: NUMBER });
    expect(read([NUMBER, '1', '', ' ']).draft?.fields).toEqual({ toNumber: NUMBER, maxAttempts: 1 });
    expect(read([NUMBER, '1', '2']).errors.map(({ column, fault }) => [column, fault.code])).toEqual([
      [null, 'too_many_cells'],
    ]);
  });

  // campaigns 4.12
  it('lists five of its errors', () => {
    const wrong = { call_type: 'x', registry_status: 'x', priority_override: 'x', max_attempts: 'x' };
    expect(faultsOf({ to_number: 'x', ...wrong, exemption_verified: 'x' })).toHaveLength(5);
  });
});
