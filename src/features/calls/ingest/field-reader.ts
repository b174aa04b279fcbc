import { echoableName } from '../../../core/shared/field-names.policy.js';
import { divideDecimal } from '../../../core/http/fields/numbers.policy.js';
import { isLongerThan } from '../../../core/http/fields/text-length.policy.js';
import { pathText, type JsonPath } from '../../../core/shared/json/json-path.js';
import { readInstant } from '../../../core/time/iso-date-time.policy.js';
import { NO_PHONE_NUMBER, readPhoneNumber } from '../../../core/shared/phone-numbers/phone-number.policy.js';

// A number of 15 digits, with spaces, brackets and marks around each group.
const LONGEST_PHONE = 64;
const PHONE_HELP = `The number ${NO_PHONE_NUMBER}.`;

export const FIELD_ERROR_CODES = [
  'missing_field',
  'invalid_type',
  'invalid_value',
  'unknown_field',
  'out_of_range',
] as const;
type FieldErrorCode = (typeof FIELD_ERROR_CODES)[number];

/** A broken rule. Its message never repeats the value, which may be personal data. */
export class FieldFault extends Error {
  constructor(
    readonly code: FieldErrorCode,
    readonly field: string,
    message: string,
  ) {
    super(message);
    this.name = 'FieldFault';
  }
}

type Json = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads the fields of one JSON object; the first broken rule is thrown as a FieldFault. Null counts
 * as absent. Each kind of field has a required form and an `optional...` form that returns null
 * instead.
 */
export class FieldReader {
  /** Throws unknown_field if the object has any other field. */
  constructor(
    private readonly source: Json,
    allowed: ReadonlySet<string>,
    /** The object's path; joined only for a fault, because most records have none. */
    private readonly path: readonly (string | number)[] = [],
  ) {
    for (const name of Object.keys(source)) {
      if (!allowed.has(name)) {
        this.refuse('unknown_field', echoableName(name), 'This field is unknown.');
      }
    }
  }

  text(name: string, maxLength: number, pattern?: RegExp, allowed = 'text in the documented form'): string {
    return this.required(name, this.optionalText(name, maxLength, pattern, allowed));
  }

  optionalText(name: string, maxLength: number, pattern?: RegExp, allowed?: string): string | null {
    const value = this.source[name] ?? null;
    if (value === null) return null;
    if (typeof value !== 'string') return this.refuse('invalid_type', name, 'Must be text.');
    if (isLongerThan(value, maxLength)) {
      return this.refuse('out_of_range', name, `Must have at most ${maxLength} characters.`);
    }
    // PostgreSQL can store neither, and one such value would fail the whole batch.
    if (value.includes('\0') || !value.isWellFormed()) {
      return this.refuse('invalid_value', name, 'Must be well-formed Unicode without NUL characters.');
    }
    if (pattern !== undefined && !pattern.test(value)) {
      return this.refuse('invalid_value', name, `Must be ${allowed}.`);
    }
    return value;
  }

  /** The identity of a telephone number (requests 10.5). */
  optionalPhone(name: string): string | null {
    const text = this.optionalText(name, LONGEST_PHONE);
    return text === null ? null : (readPhoneNumber(text) ?? this.refuse('invalid_value', name, PHONE_HELP));
  }

  choice<T extends string>(name: string, words: readonly T[]): T {
    return this.required(name, this.optionalChoice(name, words));
  }

  optionalChoice<T extends string>(name: string, words: readonly T[]): T | null {
    const value = this.source[name] ?? null;
    if (value === null) return null;
    if (typeof value !== 'string') return this.refuse('invalid_type', name, 'Must be text.');
    const known = words.find((word) => word === value);
    return known ?? this.refuse('invalid_value', name, `Must be one of ${words.join(', ')}.`);
  }

  integer(name: string, min: number, max: number): number {
    return this.required(name, this.optionalInteger(name, min, max));
  }

  optionalInteger(name: string, min: number, max: number): number | null {
    const value = this.optionalNumber(name, min, max);
    if (value === null || Number.isInteger(value)) return value;
    return this.refuse('invalid_type', name, 'Must be a whole number.');
  }

  number(name: string, min: number, max: number): number {
    return this.required(name, this.optionalNumber(name, min, max));
  }

  optionalNumber(
    name: string,
    min: number,
    max: number,
    allowed = `Must be from ${min} to ${max}.`,
  ): number | null {
    const value = this.source[name] ?? null;
    if (value === null) return null;
    if (typeof value !== 'number') return this.refuse('invalid_type', name, 'Must be a number.');
    // Written so that NaN fails the comparison.
    if (!(value >= min && value <= max)) {
      return this.refuse('out_of_range', name, allowed);
    }
    return value;
  }

  /** An amount of money, rounded half up to the 4 decimals that are stored. */
  optionalMoney(name: string, below: number): number | null {
    const allowed = `Must be at least 0 and less than ${below}.`;
    const value = this.optionalNumber(name, 0, below, allowed);
    if (value === null) return null;
    // Nearly every amount already has 4 decimals or fewer.
    if (value < below && Math.round(value * 10_000) / 10_000 === value) return value;
    // Smaller numbers print with an exponent, and they all round to zero.
    const amount = value < 0.000_001 ? 0 : divideDecimal(value, 1, 4);
    return amount < below ? amount : this.refuse('out_of_range', name, allowed);
  }

  optionalFlag(name: string): boolean | null {
    const value = this.source[name] ?? null;
    if (value === null || typeof value === 'boolean') return value;
    return this.refuse('invalid_type', name, 'Must be true or false.');
  }

  flag(name: string): boolean {
    return this.required(name, this.optionalFlag(name));
  }

  instant(name: string): Date {
    return this.required(name, this.optionalInstant(name));
  }

  optionalInstant(name: string): Date | null {
    const value = this.source[name] ?? null;
    if (value === null) return null;
    if (typeof value !== 'string') return this.refuse('invalid_type', name, 'Must be text.');
    return (
      readInstant(value) ??
      this.refuse(
        'invalid_value',
        name,
        'Must be an ISO 8601 date-time with Z or an offset, from 2000 to 2100.',
      )
    );
  }

  optionalObject(name: string, allowed: ReadonlySet<string>): FieldReader | null {
    const value = this.source[name] ?? null;
    if (value === null) return null;
    if (!isJsonObject(value)) return this.refuse('invalid_type', name, 'Must be an object.');
    return new FieldReader(value, allowed, [...this.path, name]);
  }

  list<T>(name: string, max: number, allowed: ReadonlySet<string>, read: (item: FieldReader) => T): T[] {
    return this.required(name, this.optionalList(name, max, allowed, read));
  }

  optionalList<T>(
    name: string,
    max: number,
    allowed: ReadonlySet<string>,
    read: (item: FieldReader) => T,
  ): T[] | null {
    const value = this.source[name] ?? null;
    if (value === null) return null;
    if (!Array.isArray(value)) return this.refuse('invalid_type', name, 'Must be a list.');
    if (value.length > max) return this.refuse('out_of_range', name, `Must have at most ${max} entries.`);
    return value.map((item: unknown, index) => {
      if (!isJsonObject(item)) return this.refuse('invalid_type', [name, index], 'Must be an object.');
      return read(new FieldReader(item, allowed, [...this.path, name, index]));
    });
  }

  /** Throws the fault of a field of this object; for rules that compare fields. */
  refuse(code: FieldErrorCode, name: string | JsonPath, message: string): never {
    throw new FieldFault(code, pathText(this.path.concat(name)), message);
  }

  private required<T>(name: string, value: T | null): T {
    return value ?? this.refuse('missing_field', name, 'This field is required.');
  }
}
