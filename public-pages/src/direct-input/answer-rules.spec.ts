import { describe, expect, it } from 'vitest';
import { readAnswer } from './answer-rules.js';
import type { Field } from './context.js';

const field = (kind: Field['kind'], overrides: Partial<Field> = {}): Field => ({
  name: 'it',
  label: 'It',
  kind,
  required: true,
  max_length: 10,
  ...overrides,
});

describe('an answer', () => {
  it.each<[Field['kind'], string, string]>([
    ['text', ' as typed ', ' as typed '],
    ['text', '😀'.repeat(10), '😀'.repeat(10)],
    ['digits', '0123456789', '0123456789'],
    ['digits', ' 01 23-45 ', '012345'],
    ['digits', '٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['digits', '۰۱۲۳۹', '01239'],
    ['digits', '０１９', '019'],
    ['email', ' a@b.de ', 'a@b.de'],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '٢٠٢٤-٠٢-٢٩', '2024-02-29'],
    ['choice', 'Morning', 'Morning'],
  ])('of kind %s: %j is sent as %j', (kind, typed, value) => {
    expect(readAnswer(field(kind), typed)).toEqual({ value });
  });

  it.each<[Field['kind'], string, string]>([
    ['text', 'x'.repeat(11), 'errorTooLong'],
    ['text', '   ', 'errorRequired'],
    ['digits', '12a', 'errorDigits'],
    ['digits', '1.5', 'errorDigits'],
    ['digits', '-', 'errorRequired'],
    ['digits', '01234567890', 'errorTooLong'],
    ['email', 'a@b', 'errorEmail'],
    ['email', 'a b@c.de', 'errorEmail'],
    ['email', 'a@@b.de', 'errorEmail'],
    ['date', '2026-02-29', 'errorDate'],
    ['date', '31.03.2026', 'errorDate'],
    ['date', '2026-13-01', 'errorDate'],
    ['choice', '', 'errorRequired'],
  ])('of kind %s: %j is wrong by %s', (kind, typed, error) => {
    expect(readAnswer(field(kind), typed)).toMatchObject({ error });
  });

  it.each<Field['kind']>(['text', 'digits', 'email', 'date', 'choice'])(
    'of kind %s may be empty where it is optional',
    (kind) => expect(readAnswer(field(kind, { required: false }), '')).toEqual({ value: '' }),
  );

  it('says how long it is and how long it may be', () => {
    expect(readAnswer(field('text', { max_length: 3 }), 'four')).toEqual({
      error: 'errorTooLong',
      values: { length: 4, max: 3 },
    });
  });
});
