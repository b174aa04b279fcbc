import { Type, type Static } from '@sinclair/typebox';
import type { FieldError } from '../../../core/shared/platform-error.js';
import { closed, language, line, oneOf } from '../../../core/http/schemas/schema-parts.js';
import { fieldErrorsOf } from '../../../core/http/schemas/schema-check.policy.js';
import { isOnCurve, privateMembers, publicKeySchema } from './public-key.policy.js';

const KINDS = ['text', 'digits', 'email', 'date', 'choice'] as const;

/** A caller types on a telephone while someone waits: a page of ten questions is already long. */
const MAX_FIELDS = 20;
const MAX_LENGTH = 1000;
/**
 * All answers together. Written as UTF-8 and JSON, encrypted and as base64url they stay within the
 * 32 KiB of an envelope, at four bytes a character.
 */
const MAX_LENGTH_OF_ALL = 5000;
/** More than a person reads on a telephone. */
const MAX_CHOICES = 50;
/** `2026-03-31` */
const DATE_LENGTH = 10;

/** One question. */
export const fieldSchema = closed({
  name: Type.String({
    pattern: '^[a-z][a-z0-9_]{0,39}$',
    'x-message':
      'must begin with a lowercase letter and contain only lowercase letters, digits and underscores, at most 40 ' +
      'characters',
    description: 'Name of the answer in the JSON that the runtime decrypts.',
  }),
  label: line(120, { description: 'The question, in the language of the session.' }),
  kind: oneOf(KINDS),
  required: Type.Boolean(),
  max_length: Type.Integer({
    minimum: 1,
    maximum: MAX_LENGTH,
    description: `The most characters of the answer. All fields of a session together have at most ${MAX_LENGTH_OF_ALL}.`,
  }),
  choices: Type.Optional(
    Type.Array(line(120), {
      minItems: 2,
      maxItems: MAX_CHOICES,
      uniqueItems: true,
      description: 'The answers of a `choice`; absent for every other kind.',
    }),
  ),
});

/** The terms under which a runtime opens a session (direct-input section 2). */
export const sessionSchema = closed({
  call_id: Type.String({ minLength: 1, maxLength: 128, description: 'The call, which must be in progress.' }),
  fields: Type.Array(fieldSchema, { minItems: 1, maxItems: MAX_FIELDS }),
  public_key: publicKeySchema,
  expires_in_seconds: Type.Integer({ minimum: 30, maximum: 900 }),
  locale: Type.Optional(language({ description: 'Language of the page. Default: en.' })),
});

export type SessionTerms = Static<typeof sessionSchema>;
export type FormField = SessionTerms['fields'][number];

/**
 * Lists the faults in the terms of a session, field by field; empty if they are sound
 * (direct-input section 2).
 * @param body unchecked
 */
export function faultsOfTerms(body: object): FieldError[] {
  const secret = privateMembers((body as { public_key?: unknown }).public_key, ['body', 'public_key']);
  if (secret.length > 0) return secret;
  const faults = fieldErrorsOf(sessionSchema, body, ['body']);
  if (faults.length > 0) return faults;
  const { fields, public_key: key } = body as SessionTerms;
  return [
    ...fields.flatMap((field, at) => faultsOfField(field, ['body', 'fields', at])),
    ...repeatedNames(fields),
    ...lengthFault(fields),
    ...(isOnCurve(key)
      ? []
      : [fault(['body', 'public_key'], 'must be a point on the curve P-256', 'not_on_curve')]),
  ];
}

function faultsOfField({ kind, choices, max_length: max }: FormField, loc: FieldError['loc']): FieldError[] {
  const at = [...loc, 'choices'];
  if (kind !== 'choice')
    return [
      ...(choices === undefined
        ? []
        : [fault(at, 'must be omitted: only a field of kind choice has choices', 'choices_not_allowed')]),
      ...(kind === 'date' && max < DATE_LENGTH
        ? [fault([...loc, 'max_length'], `must be at least ${DATE_LENGTH} for a date`, 'too_short')]
        : []),
    ];
  if (choices === undefined) return [fault(at, 'is required for a field of kind choice', 'missing')];
  return choices.flatMap((choice, index) =>
    [...choice].length > max
      ? [fault([...at, index], 'must not be longer than max_length of its field', 'too_long')]
      : [],
  );
}

const repeatedNames = (fields: readonly FormField[]): FieldError[] =>
  fields.flatMap(({ name }, at) =>
    fields.findIndex((field) => field.name === name) < at
      ? [fault(['body', 'fields', at, 'name'], 'must be unique among the fields', 'repeated')]
      : [],
  );

function lengthFault(fields: readonly FormField[]): FieldError[] {
  const all = fields.reduce((sum, { max_length: max }) => sum + max, 0);
  const message = `must have max_length values that add up to at most ${MAX_LENGTH_OF_ALL}`;
  return all > MAX_LENGTH_OF_ALL ? [fault(['body', 'fields'], message, 'too_long')] : [];
}

const fault = (loc: FieldError['loc'], message: string, type: string): FieldError => ({ loc, message, type });
