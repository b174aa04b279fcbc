import { Type } from '@sinclair/typebox';
import type {
  ObjectOptions,
  SchemaOptions,
  StringOptions,
  TLiteral,
  TProperties,
  TSchema,
  TUnion,
} from '@sinclair/typebox';
import { E164_PATTERN } from '../../shared/phone-numbers/phone-number.policy.js';
import { PII_KINDS } from '../../privacy/pii/pii-permission.policy.js';
import { PERSONAL } from '../../privacy/masking/personal-fields.policy.js';

type Literals<T extends readonly string[]> = { -readonly [K in keyof T]: TLiteral<T[K] & string> };

/** A closed object: a field that it does not name is refused. */
export const closed = <P extends TProperties>(properties: P, options: ObjectOptions = {}) =>
  Type.Object(properties, { ...options, additionalProperties: false });

export const oneOf = <const T extends readonly string[]>(words: T, options: SchemaOptions = {}) =>
  Type.Union(
    words.map((word) => Type.Literal(word)),
    options,
  ) as unknown as TUnion<Literals<T>>;

export const orNull = <T extends TSchema>(schema: T, options: SchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options);

// A visible character: not a space, and not one that programs may omit (requests 4.7).
const SHOWN =
  '(?=[\\s\\S]*[^\\s\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8])';
// No control characters, no hidden ones (requests 4.11, below U+FFFF), no lone surrogates.
// Means the same with and without the u flag, on which JSON Schema validators differ.
const LINE =
  '(?:[^\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb\\ud800-\\udfff]|[\\ud800-\\udbff][\\udc00-\\udfff])*$';
const PROSE =
  '(?:[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\ud800-\\udfff]|[\\ud800-\\udbff][\\udc00-\\udfff])*$';

/** A text of these characters that shows something, unless it may be empty. */
const text = (characters: string, message: string, maxLength: number, options: StringOptions) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: `^${options.minLength === 0 ? '' : SHOWN}${characters}`,
    'x-message': `${message}${options.minLength === 0 ? '' : ', and not blank'}`,
    ...options,
  });

export const line = (maxLength: number, options: StringOptions = {}) =>
  text(LINE, 'must be one line without control or invisible characters', maxLength, options);

export const prose = (maxLength: number, options: StringOptions = {}) =>
  text(PROSE, 'must not contain control characters', maxLength, options);

/** Without the maximum length, which differs between uses. */
const unbounded = ({ maxLength: _, ...schema }: TSchema): TSchema => schema;

/** A name that other parts of the configuration use to refer to an item. */
export const handle = (options: StringOptions = {}) =>
  Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '^[a-z0-9][a-z0-9_-]*$',
    'x-message':
      'must begin with a lowercase letter or digit, and contain only lowercase letters, digits, hyphens and underscores',
    ...options,
  });

/** Strict E.164, sealed where it is stored. Findings say whether a numbering plan knows it. */
export const e164 = (options: StringOptions = {}) =>
  Type.String({
    maxLength: 16,
    pattern: E164_PATTERN.source,
    'x-message': 'must be an E.164 number, such as +61255501234',
    examples: ['+61255501234'],
    ...PERSONAL,
    ...options,
  });

/** An https address without spaces. Findings say whether it may be called. */
export const httpsUrl = (options: StringOptions = {}) =>
  Type.String({
    maxLength: 2048,
    pattern: '^https://[\\x21-\\x7e]+$',
    'x-message': 'must be an https address',
    ...options,
  });

export const EMAIL_PATTERN =
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\\.[A-Za-z]{2,63}$";
/** The longest that mail servers accept. */
export const MAX_EMAIL_LENGTH = 254;

export const email = (options: StringOptions = {}) =>
  Type.String({
    maxLength: MAX_EMAIL_LENGTH,
    pattern: EMAIL_PATTERN,
    'x-message': 'must be an email address',
    ...PERSONAL,
    ...options,
  });

/** A BCP 47 language tag: `en`, `en-AU`, `zh-Hant-TW`. */
export const language = (options: StringOptions = {}) =>
  Type.String({
    maxLength: 35,
    pattern: '^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$',
    'x-message': 'must be a language tag, such as en or en-AU',
    examples: ['en-AU'],
    ...options,
  });

export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const openFor = closed({
  day: oneOf(DAYS, { description: "Day of the week in the project's time zone." }),
  opens: Type.String({
    pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
    'x-message': 'must be a time from 00:00 to 23:59',
    description: 'First minute of the interval.',
    examples: ['09:00'],
  }),
  closes: Type.String({
    pattern: '^(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]|24:00)$',
    'x-message': 'must be a time from 00:01 to 24:00',
    description:
      'First minute after the interval; 24:00 is the end of the day. Hours across midnight need two entries.',
    examples: ['17:00'],
  }),
});

/** Weekly hours. No business is known to have more than four shifts a day. */
export const weeklyHours = (options: SchemaOptions = {}) => Type.Array(openFor, { maxItems: 28, ...options });

/** Parts that many schemas repeat, under their names in the published document. */
export const NAMED_SCHEMAS: Readonly<Record<string, TSchema>> = {
  TextLine: unbounded(line(1)),
  Text: unbounded(prose(1)),
  Handle: handle(),
  PhoneNumber: e164(),
  HttpsUrl: httpsUrl(),
  LanguageTag: language(),
  OpeningHours: openFor,
  PersonalDataKind: oneOf(PII_KINDS),
  PersonalDataKinds: Type.Array(oneOf(PII_KINDS)),
};
