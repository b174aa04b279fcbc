import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { describe, expect, it } from 'vitest';
import { closed, orNull } from './schema-parts.js';
import { repeatedItems, withoutUniqueness } from './unique-items.policy.js';

const words = Type.Array(Type.String(), { uniqueItems: true });
const schema = closed({
  words,
  free: Type.Optional(Type.Array(Type.String())),
  roles: Type.Optional(orNull(Type.Record(Type.String({ pattern: '^[a-z]+$' }), words))),
  targets: Type.Optional(
    Type.Array(Type.Union([closed({ a: words }), closed({ b: Type.Array(Type.String()) })]), {
      uniqueItems: true,
    }),
  ),
});

const found = (value: object): string[] =>
  repeatedItems(schema, value, ['body']).map(({ loc, type }) => `${loc.join('.')} ${type}`);

describe('items that a list has twice', () => {
  it.each<[string, object, string[]]>([
    ['none', { words: ['a', 'b'], free: ['a', 'a'], roles: null }, []],
    ['in a list', { words: ['a', 'b', 'a'] }, ['body.words not_unique']],
    [
      'under a name of the sender',
      { words: [], roles: { admin: ['x'], user: ['x', 'x'] } },
      ['body.roles.user not_unique'],
    ],
    [
      'as objects, whatever the order',
      { words: [], targets: [{ a: [] }, { a: [] }] },
      ['body.targets not_unique'],
    ],
    [
      'inside of the variant that is meant',
      { words: [], targets: [{ b: ['x', 'x'] }, { a: ['x', 'x'] }] },
      ['body.targets.1.a not_unique'],
    ],
  ])('%s', (_, value, expected) => {
    expect(Value.Check(withoutUniqueness(schema), value)).toBe(true);
    expect(Value.Check(schema, value)).toBe(expected.length === 0);
    expect(found(value)).toEqual(expected);
  });

  it('are found by a schema that is otherwise the same', () => {
    const field = closed({ uniqueItems: Type.Boolean() });
    expect(withoutUniqueness(field)).toEqual(field);
    expect(Value.Check(withoutUniqueness(schema), { words: [7] })).toBe(false);
    expect(withoutUniqueness(schema)).toBe(withoutUniqueness(schema));
  });
});
