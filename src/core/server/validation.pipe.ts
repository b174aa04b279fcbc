import { ArgumentMetadata, Injectable, Type, ValidationPipe } from '@nestjs/common';
import { useContainer, type ValidationError } from 'class-validator';
import { CATALOGUE } from '../shared/catalogue.js';
import type { FieldError } from '../shared/platform-error.js';
import { notAnObject, PlatformError, unprocessable, validationFailed } from '../shared/platform-error.js';
import { isContainer, refuseSize } from '../http/body-size.policy.js';
import { echoableName, MAX_FIELD_ERRORS, UNKNOWN_FIELD } from '../shared/field-names.policy.js';
import { EmptyBody, EmptyQuery } from '../http/fields/empty.request.js';
import { UNKNOWN_VALUE } from '../http/fields/field-rules.js';

const PLACES: Record<ArgumentMetadata['type'], string> = {
  body: 'body',
  query: 'query',
  param: 'path',
  custom: 'body',
};

keepCheckersByClass();

/**
 * Checks bodies, queries and params against their classes: 422 naming each field, or 400
 * validation_failed if all faults are well-formed values that a field does not support (`isKnown`).
 */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  /** Classes that accept an object without fields, as far as known. */
  private readonly contentWithNothing = new Set<Type<object>>();

  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
      stopAtFirstError: true,
      validationError: { target: false, value: false },
      exceptionFactory: (errors) => refusalOf(errors.flatMap((error) => flatten(error, []))),
    });
  }

  /** Validates fields that are only a part of a request against a class, like fields of a body. */
  read<T extends object>(type: Type<T>, fields: object): Promise<T> {
    return this.transform(fields, { type: 'body', metatype: type }) as Promise<T>;
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'custom') return value;
    const place = PLACES[metadata.type];
    if (metadata.type === 'body' && value === undefined) return this.withoutBody(metadata);
    if (metadata.type === 'body' && (typeof value !== 'object' || value === null || Array.isArray(value))) {
      throw notAnObject();
    }
    // Whether a class accepts no fields depends only on the class, so the result is cached.
    const metatype = metadata.metatype as Type<object> | undefined;
    const isEmpty = metatype !== undefined && isEmptyObject(value);
    if (isEmpty && this.contentWithNothing.has(metatype)) return new metatype();
    refuseSize(value, place);
    const inherited = isContainer(value) ? inheritedNames(value, [place]) : [];
    if (inherited.length > 0) {
      const others = await this.faultsOf(withoutInheritedNames(value), metadata);
      throw unprocessable(...[...inherited, ...others].slice(0, MAX_FIELD_ERRORS));
    }
    if (metatype === EmptyQuery || metatype === EmptyBody) return refuseEveryName(value as object, place);
    try {
      const transformed: unknown = await super.transform(value, metadata);
      if (isEmpty) this.contentWithNothing.add(metatype);
      return transformed;
    } catch (error) {
      throw located(error, place, value as object);
    }
  }

  /** Further faults of a request that is already refused. */
  private async faultsOf(value: unknown, metadata: ArgumentMetadata): Promise<readonly FieldError[]> {
    try {
      await this.transform(value, metadata);
      return [];
    } catch (error) {
      return error instanceof PlatformError ? error.fields : [];
    }
  }

  /** A body without required fields may be omitted as a whole. */
  private async withoutBody(metadata: ArgumentMetadata): Promise<unknown> {
    try {
      return await this.transform({}, metadata);
    } catch {
      throw notAnObject();
    }
  }
}

/** class-validator's own container searches a list of all checkers for each value. */
function keepCheckersByClass(): void {
  const checkers = new Map<unknown, unknown>();
  useContainer({
    get: (type) => {
      const known = checkers.get(type) ?? new (type as Type<unknown>)();
      checkers.set(type, known);
      return known;
    },
  });
}

function refuseEveryName(value: object, place: string): object {
  const names = Object.keys(value).slice(0, MAX_FIELD_ERRORS);
  if (names.length === 0) return {};
  throw unprocessable(...names.map((name) => ({ loc: [place, echoableName(name)], ...UNKNOWN_FIELD })));
}

/**
 * Names that every object has, such as `constructor`, pass a check for unknown fields; Nest removes
 * `prototype`.
 */
const isInherited = (name: string): boolean => name in Object.prototype || name === 'prototype';

const withoutInheritedNames = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, child: unknown) => (isInherited(name) ? undefined : child));

function inheritedNames(value: object, path: readonly (string | number)[]): FieldError[] {
  return Object.entries(value).flatMap(([name, child]: [string, unknown]) => {
    const loc = () => [...path, Array.isArray(value) ? Number(name) : name];
    if (isInherited(name)) return [{ loc: loc(), ...UNKNOWN_FIELD }];
    return isContainer(child) ? inheritedNames(child, loc()) : [];
  });
}

function isEmptyObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.keys(value).length === 0;
}

function refusalOf(faults: readonly FieldError[]): PlatformError {
  const malformed = faults.filter(({ type }) => type !== VALUE_UNKNOWN);
  return malformed.length > 0
    ? unprocessable(...malformed.slice(0, MAX_FIELD_ERRORS))
    : validationFailed(...faults.slice(0, MAX_FIELD_ERRORS));
}

function located(error: unknown, place: string, value: object): unknown {
  if (!(error instanceof PlatformError)) return error;
  const fields = error.fields.map((field) => ({
    ...field,
    ...(place === PLACES.query && isRepeated(field, value) ? { message: 'must be sent only once' } : {}),
    loc: [place, ...field.loc],
  }));
  // The message names the first field, by its location.
  if (error.entry === CATALOGUE.validationFailed) return validationFailed(...fields);
  return new PlatformError(error.entry, { message: error.message, fields });
}

/** Whether a known parameter was repeated, which the rules for a single text cannot detect. */
const isRepeated = ({ loc: [name = ''], type }: FieldError, query: object): boolean =>
  type !== UNKNOWN_FIELD.type && Array.isArray((query as Record<string, unknown>)[name]);

function flatten(error: ValidationError, path: readonly (string | number)[]): FieldError[] {
  const isUnknown = error.constraints !== undefined && 'whitelistValidation' in error.constraints;
  const name = isUnknown ? echoableName(error.property) : error.property;
  const loc = [...path, /^\d+$/.test(name) ? Number(name) : name];
  const own = Object.entries(error.constraints ?? {}).map(([constraint, message]) => ({
    loc,
    ...describe(constraint, message, error.property),
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => flatten(child, loc))];
}

function describe(constraint: string, message: string, property: string): { message: string; type: string } {
  if (constraint === 'whitelistValidation') return UNKNOWN_FIELD;
  if (constraint === 'isDefined') return { message: 'is required', type: 'missing' };
  const bare = message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
  return { message: bare, type: typeOf(constraint) };
}

/** "isString" becomes "is_string". */
const typeOf = (constraint: string): string =>
  constraint.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const VALUE_UNKNOWN = typeOf(UNKNOWN_VALUE);
