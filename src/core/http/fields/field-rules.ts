import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Matches, ValidateBy } from 'class-validator';
import { isPersonalIdentifier } from '../../privacy/pii/free-words.policy.js';
import { isLongerThan } from './text-length.policy.js';
import { HIDDEN, HOLDS_HIDDEN, VISIBLE } from './visible-text.policy.js';

/** The validation pipe answers this rule with 400 validation_failed instead of 422. */
export const UNKNOWN_VALUE = 'valueUnknown';

/**
 * A rule of a field, in addition to the kinds of field-kinds.ts.
 * @param name the type of the field error, in camel case
 * @param isSound checks the sent value, with its object
 * @param message names the allowed values; never repeats the sent one
 * @param each whether it checks each member of a list
 */
export const rule = <T extends object>(
  name: string,
  isSound: (value: unknown, request: T) => boolean,
  message: string | ((value: unknown) => string),
  { each = false } = {},
): PropertyDecorator =>
  ValidateBy(
    {
      name,
      validator: {
        validate: (value: unknown, args) => isSound(value, args!.object as T),
        defaultMessage: (args) => (typeof message === 'string' ? message : message(args?.value)),
      },
    },
    { each },
  );

/**
 * The same for a filter: a value that cannot match is unsupported, not malformed.
 * @param isSound gets only texts
 */
export const isKnown = <T extends object>(
  isSound: (value: string, request: T) => boolean,
  message: string,
): PropertyDecorator =>
  rule<T>(UNKNOWN_VALUE, (value, request) => typeof value === 'string' && isSound(value, request), message);

/**
 * Replaces the sent value with the result of `read` before any rule; other values pass unchanged.
 */
export const readAs = (read: (value: unknown) => unknown): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => read(value));

export const matches = (pattern: RegExp, message: string, { each = false } = {}): PropertyDecorator =>
  Matches(pattern, { each, message });

/** A text of at most `max` characters; an emoji counts as one. */
export const isNotLonger = (max: number, message = `must be at most ${max} characters`): PropertyDecorator =>
  rule('maxLength', (value) => typeof value === 'string' && !isLongerThan(value, max), message);

/** Identifiers are only compared (requests 4.6). PostgreSQL could not store a NUL. */
export const isIdentifier = (): PropertyDecorator =>
  matches(/^\P{Cc}{1,128}$/u, 'must be text of 1 to 128 characters without control characters');

interface TextOptions {
  readonly lines?: boolean;
  readonly each?: boolean;
}

/**
 * A text of `min` to `max` characters; an emoji counts as one. Control characters and lone
 * surrogates are refused. A text that may not be empty has a visible character (requests 4.7); one
 * line has no hidden ones (requests 4.11).
 */
export function isText(min: number, max: number, { lines = false, each = false }: TextOptions = {}) {
  const character = lines ? '(?:[^\\p{Cc}\\p{Cs}]|[\\t\\n\\r])' : '[^\\p{Cc}\\p{Cs}]';
  const length = min === 0 ? `at most ${max}` : `${min} to ${max}`;
  const others = lines ? 'control characters other than line breaks and tabs' : 'control characters';
  const text = matches(
    new RegExp(`^${character}{${min},${max}}$`, 'u'),
    `${each ? 'each ' : ''}must be text of ${length} characters, without ${others}`,
    { each },
  );
  return applyDecorators(
    text,
    ...(min === 0 ? [] : [isNotBlank({ each })]),
    ...(lines ? [] : [hidesNothing({ each })]),
  );
}

/** Requires at least one visible character, in addition to the rule about characters. */
export const isNotBlank = ({ each = false }: Pick<TextOptions, 'each'> = {}): PropertyDecorator =>
  matches(VISIBLE, `${each ? 'each ' : ''}must not be blank`, { each });

/**
 * Requires one line without hidden characters, such as for a name, in addition to the rule about
 * characters.
 */
const hidesNothing = ({ each = false }: Pick<TextOptions, 'each'>): PropertyDecorator =>
  rule(
    'hiddenCharacters',
    (value) => typeof value !== 'string' || !HIDDEN.test(value),
    `${each ? 'each ' : ''}${HOLDS_HIDDEN}`,
    { each },
  );

/** For text that is stored unsealed: refuses a person's number or address (privacy 6.6). */
export const holdsNoPerson = (): PropertyDecorator =>
  rule(
    'personal',
    (value) => typeof value !== 'string' || !isPersonalIdentifier(value),
    'must not be a telephone number or an email address',
  );
