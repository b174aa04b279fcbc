import { Type } from '@sinclair/typebox';
import type { TProperties } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import {
  countPersonalMarks,
  PERSONAL,
  personalPaths,
  withoutPersonal,
  withPersonal,
} from './personal-fields.policy.js';

const closed = (properties: TProperties, options = {}) =>
  Type.Object(properties, { ...options, additionalProperties: false });
const personal = Type.String(PERSONAL);

const SCHEMA = closed({
  enabled: Type.Boolean(),
  people: Type.Array(closed({ name: personal, phone: Type.Optional(personal), since: Type.Integer() })),
  numbers: Type.Array(personal),
  notes: Type.Record(
    Type.String({ pattern: '^[a-z]+$' }),
    Type.Union([Type.String(), Type.Number()], PERSONAL),
  ),
  reply_to: Type.Union([personal, Type.Null()]),
  office: closed({ line: closed({ number: personal }) }),
});

const CONFIGURATION = {
  enabled: true,
  people: [
    { name: 'Anna', phone: '+61491570156', since: 2019 },
    { name: 'Ben', since: 2020 },
  ],
  numbers: ['+61491570156', '+61491570157'],
  notes: { first: 'hers', second: 2 },
  reply_to: null,
  office: { line: { number: '+61491570158' } },
};

describe('personal fields', () => {
  const paths = personalPaths(SCHEMA);

  it('are removed everywhere, and nothing else is', () => {
    expect(withoutPersonal(paths, CONFIGURATION)).toEqual({
      rest: {
        enabled: true,
        people: [{ since: 2019 }, { since: 2020 }],
        numbers: [null, null],
        notes: {},
        reply_to: null,
        office: { line: {} },
      },
      values: [
        [['people', 0, 'name'], 'Anna'],
        [['people', 1, 'name'], 'Ben'],
        [['people', 0, 'phone'], '+61491570156'],
        [['numbers', 0], '+61491570156'],
        [['numbers', 1], '+61491570157'],
        [['notes', 'first'], 'hers'],
        [['notes', 'second'], 2],
        [['office', 'line', 'number'], '+61491570158'],
      ],
    });
  });

  // workspace 5.8
  it('come in one order, in whatever order the keys of a record were written', () => {
    const other = { ...CONFIGURATION, notes: { second: 2, first: 'hers' } };
    expect(withoutPersonal(paths, other).values).toEqual(withoutPersonal(paths, CONFIGURATION).values);
  });

  it('come back where they were, also through JSON', () => {
    const parted = JSON.parse(JSON.stringify(withoutPersonal(paths, CONFIGURATION))) as never;
    expect(withPersonal(parted)).toEqual(CONFIGURATION);
    const { values } = withoutPersonal(paths, CONFIGURATION);
    expect(() => withPersonal({ rest: {}, values })).toThrow('no room left');
  });

  it.each([
    ['nothing', {}],
    ['lists that are empty', { people: [], numbers: [], notes: {} }],
    ['something else than the schema says', { people: 'none', numbers: 'x', office: [1], reply_to: null }],
  ])('are none in %s', (_, configuration) => {
    expect(withoutPersonal(paths, configuration)).toEqual({ rest: configuration, values: [] });
  });

  it('leave the configuration as it was', () => {
    const own = structuredClone(CONFIGURATION);
    withoutPersonal(paths, own);
    expect(own).toEqual(CONFIGURATION);
  });

  it('leave the rest as it was when they come back', () => {
    const parted = withoutPersonal(paths, CONFIGURATION);
    const { rest } = structuredClone(parted);
    withPersonal(parted);
    expect(parted.rest).toEqual(rest);
  });

  it.each([
    ['on a field', closed({ phone: personal }), 1, 1],
    ['inside of a marked field', closed({ who: closed({ phone: personal }, PERSONAL) }), 2, 1],
    ['where nothing looks for it', Type.Intersect([closed({ phone: personal }), closed({})]), 1, 0],
  ])('are counted %s', (_, schema, marks, found) => {
    expect([countPersonalMarks(schema), personalPaths(schema).length]).toEqual([marks, found]);
  });
});
