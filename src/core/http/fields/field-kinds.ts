import type { Type } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Type as OfClass } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  IsUUID,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import {
  E164_PATTERN,
  NO_PHONE_NUMBER,
  readPhoneNumber,
} from '../../shared/phone-numbers/phone-number.policy.js';
import { readInstant } from '../../time/iso-date-time.policy.js';
import { isIanaTimezone, timezoneMessage } from '../../time/timezone.policy.js';
import { isIdentifier, isKnown, isText, matches, readAs, rule } from './field-rules.js';
import { RequestField, type FieldOptions } from './request-field.js';

/** Any text: a lookup decides whether it exists, or further rules follow. */
export const StringField = (options: FieldOptions = {}): PropertyDecorator =>
  RequestField([IsString()], { type: String }, options);

/**
 * A text of `min` to `max` characters (requests 4.6, 4.7).
 * @param lines whether it may have several lines
 */
export const TextField = (
  min: number,
  max: number,
  { lines = false, ...options }: FieldOptions & { readonly lines?: boolean } = {},
): PropertyDecorator =>
  RequestField(
    [isText(min, max, { lines })],
    { type: String, ...(min > 0 && { minLength: min }), maxLength: max },
    options,
  );

/** Identifiers are only compared (requests 4.6). PostgreSQL could not store a NUL. */
export const IdentifierField = (options: FieldOptions = {}): PropertyDecorator =>
  RequestField([isIdentifier()], { type: String }, options);

/** A text that matches. @param message names the allowed form, never the sent text */
export const PatternField = (
  pattern: RegExp,
  message: string,
  options: FieldOptions = {},
): PropertyDecorator => RequestField([matches(pattern, message)], { type: String }, options);

export const UuidField = (options: FieldOptions = {}): PropertyDecorator =>
  RequestField([IsUUID('loose', { message: 'must be a UUID' })], { type: String, format: 'uuid' }, options);

const oneOf = (words: readonly unknown[]): string => `must be one of ${words.join(', ')}`;

export const EnumField = (
  words: readonly (string | number)[],
  options: FieldOptions = {},
): PropertyDecorator => RequestField([IsIn(words, { message: oneOf(words) })], { enum: [...words] }, options);

/**
 * A filter of a query by one of these words. An unknown word matches no row; a repeated parameter
 * is invalid (requests 3.13).
 */
export const FilterField = (words: readonly string[], options: FieldOptions = {}): PropertyDecorator =>
  RequestField(
    [IsString(), isKnown((value) => words.includes(value), oneOf(words))],
    { enum: [...words] },
    options,
  );

/** A filter of a query by text in a given format; other text matches no row. */
export const FilterTextField = (
  isSound: (value: string) => boolean,
  message: string,
  options: FieldOptions = {},
): PropertyDecorator => RequestField([IsString(), isKnown(isSound, message)], { type: String }, options);

/** The sort field of a list, in a query: any other text means `otherwise`. */
export const SortField = (
  words: readonly string[],
  otherwise: string,
  options: FieldOptions,
): PropertyDecorator =>
  RequestField(
    [
      readAs((value) => (typeof value === 'string' && !words.includes(value) ? otherwise : value)),
      IsString(),
    ],
    { enum: [...words] },
    { ...options, optional: true },
  );

/** A whole number of a body. @param max null: no maximum */
export const IntegerField = (
  min: number,
  max: number | null,
  options: FieldOptions = {},
): PropertyDecorator =>
  RequestField(
    [IsInt({ message: 'must be a whole number' }), Min(min), ...(max === null ? [] : [Max(max)])],
    { type: 'integer', minimum: min, ...(max !== null && { maximum: max }) },
    options,
  );

/** Up to 15 digits are exact as a number; anything else remains text, which the rules reject. */
export const wholeNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;

/** The same in a query. */
export const QueryIntegerField = (
  min: number,
  max: number | null,
  options: FieldOptions = {},
): PropertyDecorator => IntegerField(min, max, { ...options, also: [readAs(wholeNumber)] });

export const BooleanField = (options: FieldOptions = {}): PropertyDecorator =>
  RequestField([IsBoolean({ message: 'must be true or false' })], { type: Boolean }, options);

export const QueryBooleanField = (options: FieldOptions = {}): PropertyDecorator =>
  RequestField(
    [IsString(), isKnown((value) => value === 'true' || value === 'false', 'must be true or false')],
    { type: Boolean },
    options,
  );

export const InstantField = (options: FieldOptions = {}): PropertyDecorator =>
  RequestField(
    [
      rule(
        'instantInvalid',
        (value) => typeof value === 'string' && readInstant(value) !== null,
        'must be an ISO 8601 date-time with its zone, from 2000 to 2100, such as 2026-10-31T04:12:09Z',
      ),
    ],
    { type: String, format: 'date-time' },
    options,
  );

export const TimezoneField = (options: FieldOptions = {}): PropertyDecorator =>
  RequestField([rule('timezoneInvalid', isIanaTimezone, timezoneMessage)], { type: String }, options);

const numberOf = (value: unknown): unknown =>
  typeof value === 'string' ? (readPhoneNumber(value) ?? value) : value;

const isPhoneNumber = (message: string, each = false): readonly PropertyDecorator[] => [
  readAs((value) => (each && Array.isArray(value) ? value.map(numberOf) : numberOf(value))),
  rule('matches', (value) => typeof value === 'string' && readPhoneNumber(value) !== null, message, { each }),
];

/** The field holds the identity of the number (requests 10.5). */
export const PhoneNumberField = (options: FieldOptions = {}): PropertyDecorator =>
  RequestField(isPhoneNumber(NO_PHONE_NUMBER), { type: String, pattern: E164_PATTERN.source }, options);

interface ListSize {
  readonly min?: number;
  readonly max?: number;
  /** Whether all items must differ; `'undocumented'`: not shown in the OpenAPI document. */
  readonly unique?: boolean | 'undocumented';
}

const tooShort = (min: number): string =>
  min === 1 ? 'must not be empty' : `must have at least ${min} entries`;

export const ListField = (
  each: readonly PropertyDecorator[],
  schema: ApiPropertyOptions,
  { min, max, unique = false }: ListSize,
  options: FieldOptions = {},
  message = 'must be a list',
): PropertyDecorator =>
  RequestField(
    [
      IsArray({ message }),
      ...(min === undefined ? [] : [ArrayMinSize(min, { message: tooShort(min) })]),
      ...(max === undefined ? [] : [ArrayMaxSize(max, { message: `must have at most ${max} entries` })]),
      ...(unique !== false ? [ArrayUnique({ message: 'must not repeat an entry' })] : []),
      ...each,
    ],
    {
      ...schema,
      ...(min !== undefined && { minItems: min }),
      ...(max !== undefined && { maxItems: max }),
      ...(unique === true && { uniqueItems: true }),
    },
    options,
  );

export function EnumListField(
  words: readonly string[],
  size: Omit<ListSize, 'unique'>,
  options: FieldOptions = {},
): PropertyDecorator {
  const message = `must be a list of ${words.join(', ')}`;
  const isWord = IsIn(words, { each: true, message });
  return ListField(
    [isWord],
    { enum: [...words], isArray: true },
    { ...size, unique: true },
    options,
    message,
  );
}

export const UuidListField = (size: Omit<ListSize, 'unique'>, options: FieldOptions): PropertyDecorator =>
  ListField(
    [IsUUID('loose', { each: true, message: 'must be a list of UUIDs' })],
    { type: [String] },
    { ...size, unique: true },
    options,
  );

export const PhoneNumberListField = (
  size: Omit<ListSize, 'unique'>,
  options: FieldOptions,
): PropertyDecorator =>
  ListField(
    isPhoneNumber(`each ${NO_PHONE_NUMBER}`, true),
    { type: [String] },
    { ...size, unique: 'undocumented' },
    options,
  );

export const ObjectField = (type: Type, options: FieldOptions = {}): PropertyDecorator =>
  RequestField([IsObject(), OfClass(() => type), ValidateNested()], { type }, options);

const A_LIST_OF_OBJECTS = 'must be a list of objects';

/** ValidateNested accepts a list inside the list as objects, and an empty one as valid. */
const isNoList = (): PropertyDecorator =>
  rule('isObject', (value) => !Array.isArray(value), A_LIST_OF_OBJECTS, { each: true });

export const ObjectListField = (type: Type, size: ListSize, options: FieldOptions = {}): PropertyDecorator =>
  ListField(
    [OfClass(() => type), isNoList(), ValidateNested({ each: true, message: A_LIST_OF_OBJECTS })],
    { type: [type] },
    size,
    options,
    A_LIST_OF_OBJECTS,
  );
