import type { TSchema } from '@sinclair/typebox';
import { Value, ValueErrorType, type ValueError } from '@sinclair/typebox/value';
import { unprocessable, type FieldError } from '../../shared/platform-error.js';
import { refuseSize } from '../body-size.policy.js';
import {
  echoableName,
  MAX_BODY_DEPTH,
  MAX_FIELD_ERRORS,
  UNKNOWN_FIELD,
} from '../../shared/field-names.policy.js';
import { isRecord, partsOfPointer, pathText, type JsonPath } from '../../shared/json/json-path.js';
import { describeViolation } from './schema-messages.policy.js';
import { repeatedItems, withoutUniqueness } from './unique-items.policy.js';

/**
 * Checks a JSON value from outside against a schema.
 * @param loc place of the value in the request
 * @returns its faults, at most 50; empty when it may be stored
 */
export function fieldErrorsOf(schema: TSchema, value: unknown, loc: JsonPath): FieldError[] {
  const unstorable = unstorableParts(value, loc);
  if (unstorable.length === 0) return violations(schema, value, loc);
  if (unstorable.some(({ type }) => type === TOO_DEEP)) return unstorable;
  const faulty = new Set(unstorable.map((error) => pathText(error.loc)));
  const others = violations(schema, withoutBadNames(value), loc);
  return [...unstorable, ...others.filter((error) => !faulty.has(pathText(error.loc)))].slice(
    0,
    MAX_FIELD_ERRORS,
  );
}

function violations(schema: TSchema, value: unknown, loc: JsonPath): FieldError[] {
  const plain = withoutUniqueness(schema);
  const counted = unitPerCharacter(value);
  if (Value.Check(plain, counted)) return repeatedItems(schema, value, loc).slice(0, MAX_FIELD_ERRORS);
  const errors = new Map<string, FieldError>();
  for (const error of violationsOf(plain, counted)) {
    const isUnknown = error.type === ValueErrorType.ObjectAdditionalProperties;
    const path = partsOfPointer(error.path, counted);
    const shown = isUnknown ? [...path.slice(0, -1), echoableName(String(path.at(-1)))] : path;
    const found = { loc: [...loc, ...shown], ...(isUnknown ? UNKNOWN_FIELD : describeViolation(error)) };
    // A missing field is also reported as the wrong type; only the first error is useful.
    if (!errors.has(error.path)) errors.set(error.path, found);
    if (errors.size >= MAX_FIELD_ERRORS) break;
  }
  return [...errors.values()];
}

/**
 * The value with a one-unit character for each that takes two: TypeBox counts units, JSON Schema
 * characters (requests 4.6).
 */
function unitPerCharacter(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text && PAIR.test(text) ? JSON.parse(text.replace(new RegExp(PAIR, 'g'), '\ue000')) : value;
}
// Without the u flag, which would see the pair as one character outside of both ranges.
const PAIR = /[\ud800-\udbff][\udc00-\udfff]/;

/**
 * Checks a body's size and then its schema: walking a schema blocks the process.
 * @param refuseMore further checks before the schema
 * @throws 422 for too many values, the error of `refuseMore`, 422 with each field
 */
export function requireBody(schema: TSchema, body: unknown, refuseMore?: () => void): void {
  refuseSize(body, 'body');
  refuseMore?.();
  requireSchema(schema, body, ['body']);
}

/** @throws 422 naming each field, unless the value matches the schema */
export function requireSchema(schema: TSchema, value: unknown, loc: JsonPath): void {
  const errors = fieldErrorsOf(schema, value, loc);
  if (errors.length > 0) throw unprocessable(...errors);
}

/** Every violation; for a union, those of the intended variant. */
function* violationsOf(schema: TSchema, value: unknown): Generator<ValueError> {
  for (const error of Value.Errors(schema, value)) yield* meant(error);
}

function* meant(error: ValueError): Generator<ValueError> {
  const variants = (error.schema as { anyOf?: readonly TSchema[] }).anyOf;
  const index =
    error.type === ValueErrorType.Union && variants ? variantMeant(variants, error.value) : undefined;
  if (index === undefined) {
    yield error;
    return;
  }
  for (const inner of error.errors[index] ?? []) yield* meant(inner);
}

/**
 * For null or one kind of value: that kind. For several kinds of objects: the kind whose constants
 * are present.
 */
function variantMeant(variants: readonly TSchema[], value: unknown): number | undefined {
  const things = variants.flatMap((variant, index) => (variant['type'] === 'null' ? [] : [index]));
  if (things.length === 1) return things[0];
  if (!isRecord(value)) return undefined;
  const fitting = things.filter((index) => hasConstantsOf(variants[index]!, value));
  return fitting.length === 1 ? fitting[0] : undefined;
}

function hasConstantsOf(variant: TSchema, value: Record<string, unknown>): boolean {
  const properties = (variant as { properties?: Record<string, TSchema> }).properties ?? {};
  const constants = Object.entries(properties).filter(([, property]) => property['const'] !== undefined);
  return constants.length > 0 && constants.every(([name, property]) => value[name] === property['const']);
}

const TOO_DEEP = 'too_deep';

/**
 * Faults that no schema describes and no column could store: depth, inherited names, NUL, lone
 * surrogates, numbers beyond all bounds. Level by level, because recursion would not survive a
 * hostile depth.
 */
function unstorableParts(value: unknown, loc: JsonPath): FieldError[] {
  const errors: FieldError[] = [];
  let level: { path: JsonPath; value: unknown }[] = [{ path: loc, value }];
  for (let depth = 0; level.length > 0 && errors.length < MAX_FIELD_ERRORS; depth += 1) {
    if (depth > MAX_BODY_DEPTH) {
      const message = `must not be nested deeper than ${MAX_BODY_DEPTH} levels`;
      return [{ loc, message, type: TOO_DEEP }];
    }
    for (const at of level) errors.push(...unstorableAt(at.path, at.value));
    level = level.flatMap(childrenOf);
  }
  return errors.slice(0, MAX_FIELD_ERRORS);
}

function childrenOf({ path, value }: { path: JsonPath; value: unknown }) {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => ({ path: [...path, index], value: item }));
  return isRecord(value)
    ? Object.entries(value).map(([key, child]) => ({ path: [...path, key], value: child }))
    : [];
}

function unstorableAt(loc: JsonPath, value: unknown): FieldError[] {
  if (typeof value === 'string' && !isStorableText(value)) {
    return [{ loc, message: 'must not contain NUL or lone surrogates', type: 'text_not_storable' }];
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return [{ loc, message: 'must be a number within the range of a double', type: 'number_range' }];
  }
  if (!isRecord(value)) return [];
  return Object.keys(value)
    .filter(isBadName)
    .map((key) => ({ loc: [...loc, echoableName(key)], ...UNKNOWN_FIELD }));
}

const isBadName = (key: string): boolean => key in Object.prototype || !isStorableText(key);

const withoutBadNames = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, child: unknown) => (isBadName(key) ? undefined : child));

const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
