import { Type } from '@sinclair/typebox';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldErrorsOf } from './schema-check.policy.js';
import { closed, line, oneOf, orNull, prose } from './schema-parts.js';

const phone = closed({ kind: Type.Literal('phone'), number: Type.String({ pattern: '^\\+[0-9]+$' }) });
const sip = closed({ kind: Type.Literal('sip'), uri: Type.String({ minLength: 3 }) });

const schema = closed({
  name: Type.String({ minLength: 2, maxLength: 5 }),
  mode: Type.Optional(oneOf(['cold', 'warm'])),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, multipleOf: 2 })),
  share: Type.Optional(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 })),
  enabled: Type.Optional(Type.Boolean()),
  limit: Type.Optional(orNull(Type.Integer({ minimum: 0 }))),
  targets: Type.Optional(
    Type.Array(Type.Union([phone, sip]), { minItems: 1, maxItems: 3, uniqueItems: true }),
  ),
  labels: Type.Optional(
    Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.String(), { additionalProperties: false }),
  ),
  code: Type.Optional(Type.String({ pattern: '^x$', 'x-message': 'must be an x' })),
  free: Type.Optional(Type.Unknown()),
});

const errorsOf = (value: unknown) =>
  fieldErrorsOf(schema, value, ['body']).map(({ loc, type, message }) => [loc.join('.'), type, message]);

// requests 4.6
describe('holding a body against a schema', () => {
  it.each<[string, unknown, string[][]]>([
    [
      'what fits',
      { name: 'Anna', mode: 'warm', count: 4, limit: null, targets: [{ kind: 'sip', uri: 'sip:a' }] },
      [],
    ],
    ['what is missing', {}, [['body.name', 'missing', 'is required']]],
    ['no object', [], [['body', 'object_type', 'must be a JSON object']]],
    ['nothing', undefined, [['body', 'object_type', 'must be a JSON object']]],
    [
      'an unknown field',
      { name: 'Anna', shoe_size: 46 },
      [['body.shoe_size', 'extra_forbidden', 'is not a known field']],
    ],
    [
      'an unknown field that is named after somebody',
      { name: 'Anna', '+61 491 570 006': 1 },
      [['body.(unnamed)', 'extra_forbidden', 'is not a known field']],
    ],
    ['a text too short', { name: 'A' }, [['body.name', 'too_short', 'must be at least 2 characters']]],
    ['a text too long', { name: 'Annabel' }, [['body.name', 'too_long', 'must be at most 5 characters']]],
    ['a text of five characters that take two units each', { name: '😀'.repeat(5) }, []],
    [
      'a text of six of them',
      { name: '😀'.repeat(6) },
      [['body.name', 'too_long', 'must be at most 5 characters']],
    ],
    ['a text of one of them', { name: '😀' }, [['body.name', 'too_short', 'must be at least 2 characters']]],
    [
      'a field that is named by one of them',
      { name: 'Anna', '😀': 1 },
      [['body.(unnamed)', 'extra_forbidden', 'is not a known field']],
    ],
    ['another type', { name: 7 }, [['body.name', 'string_type', 'must be text']]],
    [
      'a word of another set',
      { name: 'Anna', mode: 'hot' },
      [['body.mode', 'value_unknown', 'must be one of cold, warm']],
    ],
    ['a number too small', { name: 'Anna', count: 0 }, [['body.count', 'too_small', 'must be at least 1']]],
    ['a number too large', { name: 'Anna', count: 12 }, [['body.count', 'too_large', 'must be at most 10']]],
    [
      'a number between the steps',
      { name: 'Anna', count: 3 },
      [['body.count', 'not_a_multiple', 'must be a multiple of 2']],
    ],
    [
      'a number at an open end',
      { name: 'Anna', share: 1 },
      [['body.share', 'too_large', 'must be less than 1']],
    ],
    [
      'a broken number',
      { name: 'Anna', count: 1.5 },
      [['body.count', 'integer_type', 'must be a whole number']],
    ],
    [
      'no truth value',
      { name: 'Anna', enabled: 'yes' },
      [['body.enabled', 'boolean_type', 'must be true or false']],
    ],
    [
      'neither null nor the thing',
      { name: 'Anna', limit: -1 },
      [['body.limit', 'too_small', 'must be at least 0']],
    ],
    [
      'a list too short',
      { name: 'Anna', targets: [] },
      [['body.targets', 'too_few', 'must have at least 1 item']],
    ],
    [
      'a wrong field of the variant that was meant',
      { name: 'Anna', targets: [{ kind: 'phone', number: '0491' }] },
      [['body.targets.0.number', 'malformed', 'must match ^\\+[0-9]+$']],
    ],
    [
      'an unknown variant',
      { name: 'Anna', targets: [{ kind: 'fax' }] },
      [
        [
          'body.targets.0',
          'variant_unknown',
          'matches none of the allowed forms: kind must be one of phone, sip',
        ],
      ],
    ],
    [
      'the same item twice',
      {
        name: 'Anna',
        targets: [
          { kind: 'sip', uri: 'sip:a' },
          { kind: 'sip', uri: 'sip:a' },
        ],
      },
      [['body.targets', 'not_unique', 'must not have the same item twice']],
    ],
    [
      'a name of its own that is not allowed',
      { name: 'Anna', labels: { A: 'x' } },
      [['body.labels.A', 'extra_forbidden', 'is not a known field']],
    ],
    [
      'a pattern that explains itself',
      { name: 'Anna', code: 'y' },
      [['body.code', 'malformed', 'must be an x']],
    ],
  ])('%s', (_, value, expected) => {
    expect(errorsOf(value)).toEqual(expected);
  });

  it('names a field once, with the first complaint', () => {
    expect(errorsOf({ name: '', count: -1 }).map(([field]) => field)).toEqual(['body.name', 'body.count']);
  });

  it('names fifty fields and no more', () => {
    const many = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`field_${'x'.repeat(index % 30)}_${index}`, 1]),
    );
    expect(errorsOf({ name: 'Anna', ...many })).toHaveLength(50);
  });

  it.each([
    ['NUL in a text', { name: 'a\0b' }, [['body.name', 'text_not_storable']]],
    ['half of a surrogate pair', { name: 'a\ud800' }, [['body.name', 'text_not_storable']]],
    [
      'NUL deep inside of what is free',
      { name: 'Anna', free: [{ a: ['\0'] }] },
      [['body.free.0.a.0', 'text_not_storable']],
    ],
    ['NUL in a name', { name: 'Anna', free: { 'a\0': 1 } }, [['body.free.(unnamed)', 'extra_forbidden']]],
    ['a number beyond all bounds', { name: 'Anna', free: Number('1e999') }, [['body.free', 'number_range']]],
  ])('refuses %s, which no column can hold', (_, value, expected) => {
    expect(errorsOf(value).map(([field, type]) => [field, type])).toEqual(expected);
  });

  // requests 3.7
  it('reports the other errors beside a value that no column can store', () => {
    const value: unknown = JSON.parse('{"name":7,"constructor":1,"shoe_size":46,"mode":"\\u0000"}');
    expect(errorsOf(value).map(([field, type]) => [field, type])).toEqual([
      ['body.constructor', 'extra_forbidden'],
      ['body.mode', 'text_not_storable'],
      ['body.shoe_size', 'extra_forbidden'],
      ['body.name', 'string_type'],
    ]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'refuses a field called %s anywhere',
    (name) => {
      const at = (path: string) => JSON.parse(path.replace('NAME', name)) as unknown;
      expect(errorsOf(at('{"name":"Anna","NAME":{"x":1}}'))[0]![1]).toBe('extra_forbidden');
      expect(errorsOf(at('{"name":"Anna","free":[{"NAME":{"x":1}}]}'))[0]![1]).toBe('extra_forbidden');
      expect(({} as { x?: unknown }).x).toBeUndefined();
    },
  );

  it('refuses depth before it walks down', () => {
    const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`);
    expect(errorsOf({ name: 'Anna', free: deep(31) })).toEqual([]);
    expect(errorsOf({ name: 'Anna', free: deep(32) })[0]![1]).toBe('too_deep');
    expect(errorsOf({ name: 'Anna', free: deep(100_000) })[0]![1]).toBe('too_deep');
  });

  it('answers any JSON without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const { loc, message } of fieldErrorsOf(schema, value, ['body'])) {
          expect(loc[0]).toBe('body');
          expect(message).toMatch(/^\S/);
        }
      }),
    );
  });
});

// requests 4.7, 4.11
describe('a text of a section', () => {
  const texts = closed({ name: line(80), prompt: prose(80) });
  it.each(['Zoë', '李', '💬', '-'])('shows something as %s', (text) => {
    expect(fieldErrorsOf(texts, { name: text, prompt: text }, ['body'])).toEqual([]);
  });

  it.each(['\u200bAva', 'A\u202eva', 'Ava\u00ad'])('hides nothing in one line, such as %j', (text) => {
    expect(fieldErrorsOf(texts, { name: text, prompt: text }, ['body'])).toMatchObject([
      { loc: ['body', 'name'] },
    ]);
  });

  it.each(['   ', '\u00a0', '\u200b\u2060', '\u3164', '\u2800', '\ufeff', '\u00ad'])(
    'is blank as %j',
    (text) => {
      const errors = fieldErrorsOf(texts, { name: text, prompt: text }, ['body']);
      expect(errors.map(({ loc }) => loc[1])).toEqual(['name', 'prompt']);
    },
  );
});
