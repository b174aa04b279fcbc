import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { closed, line, oneOf, orNull } from '../configuration/schema-parts.js';
import { fieldsOf } from './section-fields.policy.js';

describe('the fields of a schema', () => {
  it('are listed in order, each before what is inside of it', () => {
    const schema = closed({
      mode: oneOf(['cold', 'warm'], { description: 'How.' }),
      days: Type.Optional(orNull(Type.Integer({ minimum: 0, maximum: 9 }), { description: 'How long.' })),
      people: Type.Array(
        closed({ name: Type.String({ minLength: 1, maxLength: 60, description: 'Who.' }) }),
        {
          maxItems: 3,
          description: 'All of them.',
        },
      ),
      tags: Type.Array(Type.String({ maxLength: 10 }), { description: 'Words.' }),
      headers: Type.Record(
        Type.String({ pattern: '^X-' }),
        Type.Union([Type.String({ description: 'A text.' }), Type.Boolean()]),
        {
          additionalProperties: false,
          description: 'Sent along.',
        },
      ),
    });
    expect(
      fieldsOf(schema).map(({ path, type, isRequired, description }) => [
        path,
        type,
        isRequired,
        description,
      ]),
    ).toEqual([
      ['mode', '`cold` or `warm`', true, 'How.'],
      ['days', 'whole number, 0 to 9 or null', false, 'How long.'],
      ['people', 'list, at most 3 items', true, 'All of them.'],
      ['people[].name', 'text, 1 to 60 characters', true, 'Who.'],
      ['tags', 'list of text, at most 10 characters', true, 'Words.'],
      ['headers', 'object, fields of your own naming', true, 'Sent along.'],
      ['headers.*', 'text or true or false', false, 'A text.'],
    ]);
  });

  it('say what a pattern wants, and how fields may be named', () => {
    const schema = closed({
      opens: Type.String({ pattern: '^x$', 'x-message': 'must be a time', description: 'When.' }),
      code: Type.String({ pattern: '^[0-9]$', description: 'A digit.' }),
      note: line(9, { description: 'A line.' }),
      settings: Type.Record(Type.String({ pattern: '^[a-z]$' }), Type.Boolean({ description: 'On.' }), {
        maxProperties: 3,
        'x-names': 'a letter',
        description: 'By name.',
      }),
    });
    expect(fieldsOf(schema).map(({ type }) => type)).toEqual([
      'text (a time)',
      'text (must match ^[0-9]$)',
      'text, 1 to 9 characters',
      'object, at most 3 fields of your own naming; names: a letter',
      'true or false',
    ]);
  });
});
