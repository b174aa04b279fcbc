import { ArgumentMetadata, Injectable, Type, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import type { FieldError } from '../errors/platform-error.js';
import { unprocessable } from '../errors/platform-error.js';

const UNKNOWN_FIELD = { message: 'is not a known field', type: 'extra_forbidden' };

// What a name of a field may look like to be repeated: anything else may be a number or a name that was put in the
// wrong place.
const ECHOABLE_NAME = /^[A-Za-z_][A-Za-z_.-]{0,39}$/;

// Nobody mends more mistakes than this at a time.
const MAX_FIELDS = 50;

const PLACES: Record<ArgumentMetadata['type'], string> = {
  body: 'body',
  query: 'query',
  param: 'path',
  custom: 'body',
};

/** Holds bodies, queries and params against their classes and answers the contract's 422, naming each field. */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  /** Classes that were seen to accept an object without fields. */
  private readonly contentWithNothing = new Set<Type<object>>();

  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
      stopAtFirstError: true,
      validationError: { target: false, value: false },
      exceptionFactory: (errors) =>
        unprocessable(...errors.flatMap((error) => flatten(error, [])).slice(0, MAX_FIELDS)),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'custom') return value;
    const place = PLACES[metadata.type];
    if (metadata.type === 'body' && (typeof value !== 'object' || value === null || Array.isArray(value))) {
      throw unprocessable({ loc: ['body'], message: 'must be a JSON object', type: 'object_type' });
    }
    refuseInheritedNames(value, place);
    refuseDepth(value, place);
    // Most requests have no query, and whether a class accepts none depends on the class alone: it is asked once.
    const metatype = metadata.metatype as Type<object> | undefined;
    const isEmpty = metatype !== undefined && isEmptyObject(value);
    if (isEmpty && this.contentWithNothing.has(metatype)) return new metatype();
    try {
      const transformed: unknown = await super.transform(value, metadata);
      if (isEmpty) this.contentWithNothing.add(metatype);
      return transformed;
    } catch (error) {
      throw located(error, place);
    }
  }
}

/** Names that every object has by birth, such as `constructor`, slip through a check for unknown fields. */
function refuseInheritedNames(value: unknown, place: string): void {
  if (typeof value !== 'object' || value === null) return;
  const inherited = Object.keys(value).filter((name) => name in Object.prototype);
  if (inherited.length > 0) {
    throw unprocessable(...inherited.map((name) => ({ loc: [place, name], ...UNKNOWN_FIELD })));
  }
}

// No body of the contract is nested half as deep; a thousand times as deep overflows the stack of whoever walks it.
const MAX_DEPTH = 32;

/** Level by level, because walking down is what a hostile depth would not survive. */
function refuseDepth(value: unknown, place: string): void {
  let level = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= MAX_DEPTH) {
      throw unprocessable({
        loc: [place],
        message: `must not be nested deeper than ${MAX_DEPTH}`,
        type: 'too_deep',
      });
    }
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

function isEmptyObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.keys(value).length === 0;
}

function located(error: unknown, place: string): unknown {
  const { fields } = error as { fields?: readonly FieldError[] };
  if (!fields) return error;
  return unprocessable(...fields.map((field) => ({ ...field, loc: [place, ...field.loc] })));
}

function flatten(error: ValidationError, path: readonly (string | number)[]): FieldError[] {
  const isUnknown = error.constraints !== undefined && 'whitelistValidation' in error.constraints;
  const name = isUnknown && !ECHOABLE_NAME.test(error.property) ? '(unnamed)' : error.property;
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
  return { message: bare, type: constraint.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) };
}
