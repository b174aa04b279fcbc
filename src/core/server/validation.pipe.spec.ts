import type { ArgumentMetadata } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsDefined, IsInt, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../shared/platform-error.js';
import { FilterField } from '../http/fields/field-kinds.js';
import { RequestValidationPipe } from './validation.pipe.js';

class Contact {
  @IsString()
  to_number!: string;
}

class Body {
  @IsDefined()
  @IsString()
  @MaxLength(5)
  name!: string;

  @IsOptional()
  @IsInt()
  priority?: number;

  @IsOptional()
  @ValidateNested({ each: true })
  @Type(() => Contact)
  contacts?: Contact[];
}

class Options {
  @IsOptional()
  @IsInt()
  priority?: number;
}

class Filter {
  @FilterField(['inbound', 'outbound'], { optional: true })
  direction?: string;

  @FilterField(['phone', 'web'], { optional: true })
  channel?: string;
}

const pipe = new RequestValidationPipe();

async function outcome(value: unknown, type: ArgumentMetadata['type'] = 'body'): Promise<unknown> {
  try {
    return await pipe.transform(value, { type, metatype: Body });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { status: error.entry.status, fields: error.fields };
  }
}

const refused = (...fields: object[]) => ({ status: 422, fields });

describe('request validation', () => {
  it('gives the controller an instance of the request class', async () => {
    expect(await outcome({ name: 'ok' })).toBeInstanceOf(Body);
  });

  // Fails with a RangeError if the depth is not checked before the body is walked. requests 3.6
  it.each([33, 20_000])('refuses a body nested %i deep', async (depth) => {
    let nested: unknown = 'x';
    for (let level = 1; level < depth; level += 1) nested = [nested];
    expect(await outcome({ name: nested })).toMatchObject(refused({ loc: ['body'], type: 'too_deep' }));
  });

  // Fails if the members are left to the library, whose work grows with their square.
  it.each([
    ['a thousand and one fields', Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [i, 1]))],
    ['as many elements', { name: Array.from({ length: 1001 }, () => []) }],
    [
      'eleven thousand values in small lists',
      { name: Array.from({ length: 110 }, () => Array.from({ length: 100 }, () => 1)) },
    ],
  ])('refuses %s', async (_, value) => {
    expect(await outcome(value)).toMatchObject(refused({ loc: ['body'], type: 'too_long' }));
  });

  it('names a missing field', async () => {
    expect(await outcome({})).toEqual(
      refused({ loc: ['body', 'name'], message: 'is required', type: 'missing' }),
    );
  });

  // requests 3.4
  it('takes a body that was left out for an empty one, where nothing in it is required', async () => {
    expect(await pipe.transform(undefined, { type: 'body', metatype: Options })).toBeInstanceOf(Options);
    expect(await outcome(undefined)).toEqual(
      refused({ loc: ['body'], message: 'must be a JSON object', type: 'object_type' }),
    );
  });

  // errors 1.6
  it('names a wrong field by its place in query, path or body', async () => {
    for (const [type, place] of [
      ['body', 'body'],
      ['query', 'query'],
      ['param', 'path'],
    ] as const) {
      expect(await outcome({ name: 7 }, type)).toMatchObject({ fields: [{ loc: [place, 'name'] }] });
    }
  });

  // requests 3.5
  it('refuses an unknown field', async () => {
    expect(await outcome({ name: 'ok', nmae: 'x' })).toEqual(
      refused({ loc: ['body', 'nmae'], message: 'is not a known field', type: 'extra_forbidden' }),
    );
  });

  it('counts into lists, so that the fourth contact is number 3', async () => {
    const contacts = [{ to_number: 'a' }, { to_number: 'b' }, { to_number: 'c' }, { to_number: 4 }];
    expect(await outcome({ name: 'ok', contacts })).toMatchObject({
      status: 422,
      fields: [{ loc: ['body', 'contacts', 3, 'to_number'], type: 'is_string' }],
    });
  });

  // requests 3.7
  it('names every wrong field at once', async () => {
    expect(await outcome({ name: 'too long', priority: 'high' })).toMatchObject({
      fields: [{ loc: ['body', 'name'] }, { loc: ['body', 'priority'] }],
    });
  });

  // requests 3.7
  it('does not repeat what was sent', async () => {
    const answer = JSON.stringify(await outcome({ name: '+61491570156', priority: 'Mia Example' }));
    expect(answer).not.toContain('61491570156');
    expect(answer).not.toContain('Mia Example');
  });

  // requests 3.4
  it.each([null, undefined, 'text', 7, true, []])(
    'takes only an object for a body, not %j',
    async (value) => {
      expect(await outcome(value)).toEqual(
        refused({ loc: ['body'], message: 'must be a JSON object', type: 'object_type' }),
      );
    },
  );

  // requests 3.5
  it.each(['__proto__', 'constructor', 'toString', 'prototype'])(
    'refuses the inherited name %s like any unknown one',
    async (name) => {
      const value: unknown = JSON.parse(`{"name":"ok","${name}":{"priority":9}}`);
      expect(await outcome(value)).toMatchObject({
        fields: [{ loc: ['body', name], type: 'extra_forbidden' }],
      });
      expect(({} as Body).priority).toBeUndefined();
      const inside: unknown = JSON.parse(`{"name":"ok","contacts":[{"to_number":"1","${name}":{}}]}`);
      expect(await outcome(inside)).toMatchObject({
        fields: [{ loc: ['body', 'contacts', 0, name], type: 'extra_forbidden' }],
      });
    },
  );

  // requests 3.5, 3.7
  it.each(['__proto__', 'constructor'])('reports the other errors beside the name %s', async (name) => {
    const value: unknown = JSON.parse(
      `{"name":7,"nmae":1,"contacts":[{"to_number":4,"${name}":{}}],"${name}":1}`,
    );
    const { fields } = (await outcome(value)) as { fields: { loc: (string | number)[] }[] };
    expect(fields.map(({ loc }) => loc.slice(1).join('.')).sort()).toEqual(
      [`contacts.0.${name}`, name, 'nmae', 'name', 'contacts.0.to_number'].sort(),
    );
  });

  // requests 3.7
  it.each([
    '+61491570006',
    'tel_0491570006',
    'a0491-570.006',
    'n1234',
    'sk_live_4eC39HqL',
    'gooseberry-trombone-31337',
    'a1_2',
    'Mia Example',
    '7up',
    'x'.repeat(41),
  ])('does not repeat the name %s, which may be personal data', async (name) => {
    expect(await outcome({ name: 'ok', [name]: 1 })).toMatchObject({
      fields: [{ loc: ['body', '(unnamed)'] }],
    });
  });

  // requests 3.7
  it.each(['address2', 'x509', 'sha256_of', 'line-1', 'created.at', 'webhookUrl2'])(
    'repeats the name %s',
    async (name) => {
      expect(await outcome({ name: 'ok', [name]: 1 })).toMatchObject({ fields: [{ loc: ['body', name] }] });
    },
  );

  it('leaves arguments that decorators make alone', async () => {
    const auth = { clientId: 'acme' };
    expect(await pipe.transform(auth, { type: 'custom', metatype: Body })).toBe(auth);
  });

  describe('of values that a field knows', () => {
    const refusal = async (value: object): Promise<unknown> => {
      const error: unknown = await pipe
        .transform(value, { type: 'query', metatype: Filter })
        .catch((reason: unknown) => reason);
      if (!(error instanceof PlatformError)) return error;
      const { entry, message, fields } = error;
      return { status: entry.status, code: entry.code, message, fields: fields.map(({ loc }) => loc[1]) };
    };

    it('takes them', async () => {
      expect(await refusal({ direction: 'inbound', channel: 'web' })).toBeInstanceOf(Filter);
    });

    it('answers the others with 400, all of them, and the message of the first', async () => {
      expect(await refusal({ direction: 'both', channel: 'fax' })).toEqual({
        status: 400,
        code: 'validation_failed',
        message: 'direction: must be one of inbound, outbound (and 1 more: see field_errors)',
        fields: ['direction', 'channel'],
      });
    });

    it('speaks of what is malformed first, with 422', async () => {
      expect(await refusal({ direction: 'both', channel: ['web', 'phone'] })).toMatchObject({
        status: 422,
        fields: ['channel'],
      });
    });
  });

  // errors 4.1
  it('says of a parameter that was sent twice just that, and of a list in a body what the field may be', async () => {
    const twice = { name: ['ok', 'ok'], priority: ['1', '2'], shoe_size: ['46', '47'] };
    expect(await outcome(twice, 'query')).toEqual(
      refused(
        { loc: ['query', 'shoe_size'], message: 'is not a known field', type: 'extra_forbidden' },
        { loc: ['query', 'name'], message: 'must be sent only once', type: 'max_length' },
        { loc: ['query', 'priority'], message: 'must be sent only once', type: 'is_int' },
      ),
    );
    expect(await outcome({ name: ['ok', 'ok'] })).toMatchObject({
      fields: [{ loc: ['body', 'name'], message: expect.not.stringContaining('once') as unknown }],
    });
  });
});
