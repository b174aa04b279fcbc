import type { Type } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../shared/platform-error.js';
import * as kinds from './field-kinds.js';
import { rule } from './field-rules.js';
import { UncheckedField, type FieldOptions } from './request-field.js';
import { RequestValidationPipe } from '../../server/validation.pipe.js';

const pipe = new RequestValidationPipe();
const NUMBER = '+61491570156';

/** Two classes with one field each. */
function requestWith(kind: PropertyDecorator): Type<object> {
  class Request {}
  kind(Request.prototype, 'field');
  kinds.StringField({ optional: true })(Request.prototype, 'other');
  return Request;
}

/** The value of the field, or the status and the type of its field error. */
async function outcome(kind: PropertyDecorator, fields: object, type: 'body' | 'query' = 'body') {
  try {
    const read = await pipe.transform(fields, { type, metatype: requestWith(kind) });
    return (read as { field?: unknown }).field;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return `${error.entry.status} ${error.fields.map(({ type }) => type).join()}`;
  }
}

const sent = (kind: PropertyDecorator, field: unknown, type?: 'query') => outcome(kind, { field }, type);

describe('a field of a request', () => {
  it.each<[string, FieldOptions, unknown, unknown]>([
    ['that is required', {}, '422 missing', '422 missing'],
    ['that may be left out', { optional: true }, undefined, '422 matches'],
    ['that may be null', { nullable: true }, '422 missing', null],
    ['that may be either', { optional: true, nullable: true }, undefined, null],
    ['whose null is not documented', { optional: true, nullable: 'undocumented' }, undefined, null],
    ['that is needed here', { optional: ({ other }) => other !== 'x' }, '422 missing', '422 missing'],
    ['that is not needed here', { optional: ({ other }) => other === 'x' }, undefined, '422 missing'],
  ])('%s', async (_, options, leftOut, asNull) => {
    const kind = kinds.TextField(1, 9, options);
    expect(await outcome(kind, { other: 'x' })).toBe(leftOut);
    expect(await outcome(kind, { other: 'x', field: null })).toBe(asNull);
  });

  it('keeps the rules that it has besides, after those of its kind', async () => {
    const isEven = rule('odd', (value) => Number(value) % 2 === 0, 'must be even');
    const kind = kinds.IntegerField(0, 9, { also: [isEven] });
    expect([await sent(kind, 4), await sent(kind, 3), await sent(kind, 'x')]).toEqual([
      4,
      '422 odd',
      '422 is_int',
    ]);
  });

  it('passes unchanged if it is not checked here', async () => {
    expect(await sent(UncheckedField({ type: String }), { any: 1 })).toEqual({ any: 1 });
    expect(await outcome(UncheckedField({ type: String }), {})).toBeUndefined();
  });
});

class Inner {
  @kinds.BooleanField()
  on!: boolean;
}

describe('in a body', () => {
  it.each<[string, PropertyDecorator, unknown, unknown]>([
    ['a text', kinds.TextField(2, 3), 'abc', 'abc'],
    ['an emoji as one character', kinds.TextField(1, 1), '🙂', '🙂'],
    ['no text that is too short', kinds.TextField(2, 3), 'a', '422 matches'],
    ['no text that is too long', kinds.TextField(2, 3), 'abcd', '422 matches'],
    ['no text of blanks', kinds.TextField(1, 3), ' \u200b', '422 matches'],
    ['no lines in one line', kinds.TextField(1, 9), 'a\nb', '422 matches'],
    ['lines', kinds.TextField(1, 9, { lines: true }), 'a\nb', 'a\nb'],
    ['an identifier of 128', kinds.IdentifierField(), 'a'.repeat(128), 'a'.repeat(128)],
    ['no identifier of 129', kinds.IdentifierField(), 'a'.repeat(129), '422 matches'],
    ['what matches', kinds.PatternField(/^a$/, 'must be a'), 'a', 'a'],
    ['nothing else', kinds.PatternField(/^a$/, 'must be a'), 'b', '422 matches'],
    ['no id that is none', kinds.UuidField(), 'a', '422 is_uuid'],
    ['a word', kinds.EnumField(['a']), 'a', 'a'],
    ['no other word', kinds.EnumField(['a']), 'b', '422 is_in'],
    ['the least number', kinds.IntegerField(1, 2), 1, 1],
    ['no smaller one', kinds.IntegerField(1, 2), 0, '422 min'],
    ['no greater one', kinds.IntegerField(1, 2), 3, '422 max'],
    ['no part of a number', kinds.IntegerField(1, 2), 1.5, '422 is_int'],
    ['no number in a text', kinds.IntegerField(1, 2), '1', '422 is_int'],
    ['true', kinds.BooleanField(), true, true],
    ['no word for true', kinds.BooleanField(), 'true', '422 is_boolean'],
    ['an instant', kinds.InstantField(), '2026-10-31T04:12:09Z', '2026-10-31T04:12:09Z'],
    ['no day', kinds.InstantField(), '2026-10-31', '422 instant_invalid'],
    ['a zone', kinds.TimezoneField(), 'Australia/Sydney', 'Australia/Sydney'],
    ['no offset', kinds.TimezoneField(), '+10:00', '422 timezone_invalid'],
    ['the identity of a number', kinds.PhoneNumberField(), '+61 (0)491 570 156', NUMBER],
    ['no number of no country', kinds.PhoneNumberField(), '0491570156', '422 matches'],
    ['numbers', kinds.PhoneNumberListField({}, {}), ['+61 491 570 156'], [NUMBER]],
    ['no number twice', kinds.PhoneNumberListField({}, {}), [NUMBER, '+61 491 570 156'], '422 array_unique'],
    ['words', kinds.EnumListField(['a', 'b'], { min: 1 }), ['b', 'a'], ['b', 'a']],
    ['no empty list', kinds.EnumListField(['a'], { min: 1 }), [], '422 array_min_size'],
    ['no long list', kinds.EnumListField(['a', 'b'], { max: 1 }), ['a', 'b'], '422 array_max_size'],
    ['no word in place of a list', kinds.EnumListField(['a'], {}), 'a', '422 is_array'],
    ['an object', kinds.ObjectField(Inner), { on: true }, { on: true }],
    ['no object without its fields', kinds.ObjectField(Inner), {}, '422 missing'],
    ['objects', kinds.ObjectListField(Inner, {}), [{ on: true }], [{ on: true }]],
    ['no list of others', kinds.ObjectListField(Inner, {}), [{ on: 1 }], '422 is_boolean'],
    ['no list of numbers', kinds.ObjectListField(Inner, {}), [1], '422 nested_validation'],
    ['no list of lists', kinds.ObjectListField(Inner, {}), [{ on: true }, []], '422 is_object'],
    ['no number in place of an object', kinds.ObjectField(Inner), 1, '422 is_object'],
  ])('takes %s', async (_, kind, field, expected) => {
    expect(await sent(kind, field)).toEqual(expected);
  });
});

describe('in a query', () => {
  const word = kinds.FilterField(['a']);
  const flag = kinds.QueryBooleanField();
  const order = kinds.SortField(['asc', 'desc'], 'desc', {});
  const text = kinds.FilterTextField((value) => value.startsWith('a'), 'must begin with a');

  it.each<[string, PropertyDecorator, unknown, unknown]>([
    ['a word', word, 'a', 'a'],
    ['another word as one that nothing can match', word, 'b', '400 value_unknown'],
    ['a text that nothing can match', text, 'b', '400 value_unknown'],
    ['true', flag, 'true', 'true'],
    ['no other word for true', flag, '1', '400 value_unknown'],
    ['an order', order, 'asc', 'asc'],
    ['another order for the default', order, 'sideways', 'desc'],
    ['a number', kinds.QueryIntegerField(1, null), '12', 12],
    ['no number that is not exact', kinds.QueryIntegerField(1, null), '1234567890123456', '422 is_int'],
  ])('takes %s', async (_, kind, field, expected) => {
    expect(await sent(kind, field, 'query')).toBe(expected);
  });

  // requests 3.13
  it.each<[string, PropertyDecorator, string]>([
    ['word', word, 'a'],
    ['text', text, 'a'],
    ['flag', flag, 'true'],
    ['order', order, 'asc'],
    ['identifier', kinds.IdentifierField(), 'a'],
    ['number', kinds.QueryIntegerField(1, 9), '1'],
  ])('refuses a %s that is sent twice', async (_, kind, field) => {
    expect(await sent(kind, [field, field], 'query')).toMatch(/^422 /);
  });
});
