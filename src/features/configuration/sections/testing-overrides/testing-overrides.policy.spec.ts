import { Value } from '@sinclair/typebox/value';
import { describe, expect, it } from 'vitest';
import type { SectionFacts } from '../../rules/sections/section-definition.js';
import { mergeTestingOverrides, NO_OVERRIDES, testingOverrideFindings } from './testing-overrides.policy.js';
import { SentTestingOverrides, TestingOverrides } from './testing-overrides.schema.js';
import { section } from './testing-overrides.section.js';

const FACTS: SectionFacts = {
  now: new Date('2026-10-31T09:00:00Z'),
  timezone: 'Australia/Sydney',
  secretNames: new Set(),
  judgeNumber: () => null,
  isVerified: () => true,
  isPublished: false,
  sections: {},
};

/** Active overrides without faults. */
const ON: TestingOverrides = {
  enabled: true,
  expires_at_utc: '2026-11-07T09:00:00Z',
  model_id: 'gpt-4.1-mini',
  voice_id: 'en-au-harriet',
  greeting: 'This is a test.',
  transfer_disabled: true,
  test_numbers: ['+61255501234'],
};

const found = (overrides: TestingOverrides): string[] =>
  testingOverrideFindings(overrides, FACTS).map(({ severity, code, path }) => `${severity} ${code} ${path}`);

describe('what validation finds in testing overrides', () => {
  it.each<[string, Partial<TestingOverrides>, string[]]>([
    ['nothing where all is in order', {}, []],
    [
      'an end that has passed',
      { expires_at_utc: '2026-10-31T08:59:59Z' },
      ['warning override_expired expires_at_utc'],
    ],
    [
      'an end at this very moment',
      { expires_at_utc: '2026-10-31T09:00:00Z' },
      ['warning override_expired expires_at_utc'],
    ],
    ['an end within the second', { expires_at_utc: '2026-10-31T09:00:00.001Z' }, []],
    ['an end in 30 days', { expires_at_utc: '2026-11-30T09:00:00Z' }, []],
    [
      'an end in more than 30 days',
      { expires_at_utc: '2026-11-30T09:00:01Z' },
      ['warning override_expires_late expires_at_utc'],
    ],
    ['no end', { expires_at_utc: null }, ['warning override_never_expires expires_at_utc']],
    [
      'a day that does not exist',
      { expires_at_utc: '2026-02-31T09:00:00Z' },
      ['error instant_unknown expires_at_utc'],
    ],
    ['no test number', { test_numbers: [] }, ['error test_numbers_missing test_numbers']],
    ['an unknown model', { model_id: 'gpt-99' }, ['error model_unknown model_id']],
    ['an unknown voice', { voice_id: 'nobody' }, ['error voice_unknown voice_id']],
    [
      'nothing that is overridden',
      { model_id: null, voice_id: null, greeting: null, transfer_disabled: false },
      ['warning nothing_overridden enabled'],
    ],
    ['nothing at all where they are off', { ...NO_OVERRIDES, model_id: 'gpt-99' }, []],
  ])('%s', (_, over, expected) => {
    expect(found({ ...ON, ...over })).toEqual(expected);
  });

  it('finds nothing in the example and in the defaults', () => {
    expect([...found(section.example), ...found(section.defaults)]).toEqual([]);
  });
});

describe('a change of testing overrides', () => {
  it.each<[string, SentTestingOverrides, Partial<TestingOverrides>]>([
    ['turns them off and keeps the rest', { enabled: false }, { enabled: false }],
    ['keeps what is left out', { greeting: 'Hello.' }, { greeting: 'Hello.' }],
    [
      'removes what is null',
      { model_id: null, expires_at_utc: null },
      { model_id: null, expires_at_utc: null },
    ],
    ['empties a list that is null', { test_numbers: null }, { test_numbers: [] }],
    ['lets transfers happen again for null', { transfer_disabled: null }, { transfer_disabled: false }],
    ['replaces a list as a whole', { test_numbers: ['+61255509999'] }, { test_numbers: ['+61255509999'] }],
  ])('%s', (_, sent, changed) => {
    expect(Value.Check(SentTestingOverrides, sent)).toBe(true);
    const merged = mergeTestingOverrides(ON, sent);
    expect(merged).toEqual({ ...ON, ...changed });
    expect(Value.Check(TestingOverrides, merged)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['nothing at all', {}],
    ['an unknown field', { enabled: true, model: 'gpt-4.1' }],
    ['neither on nor off', { enabled: null }],
    ['an end on the wall', { expires_at_utc: '2026-11-07T09:00:00+10:00' }],
    ['an end without its time', { expires_at_utc: '2026-11-07' }],
    ['a number as it is dialled', { test_numbers: ['0255501234'] }],
    ['one number twice', { test_numbers: ['+61255501234', '+61255501234'] }],
    ['an empty greeting', { greeting: '' }],
  ])('is refused with %s', (_, sent) => {
    expect(Value.Check(SentTestingOverrides, sent)).toBe(false);
  });
});
