import { toAsciiDigits } from '../shared/digits.js';
import type { Field } from './context.js';
import type { Texts } from './texts.js';

/** An answer in the form that is sent, or the text of its fault. */
export type Reading =
  | { readonly value: string }
  | {
      readonly error: keyof Texts & `error${string}`;
      readonly values?: Readonly<Record<string, number>>;
    };

/** A day of the calendar, as `2026-03-31`. */
function isDate(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
}

/**
 * The answer in the input. People group digits with spaces and hyphens; text is sent as it was
 * typed.
 */
function normalized({ kind }: Field, typed: string): string {
  if (kind === 'digits') return toAsciiDigits(typed).replace(/[\s-]/g, '');
  if (kind === 'date') return toAsciiDigits(typed).trim();
  return kind === 'email' ? typed.trim() : typed;
}

/** Reads the input of a field. An empty answer to an optional question is the empty string. */
export function readAnswer(field: Field, typed: string): Reading {
  const value = normalized(field, typed);
  if (value.trim() === '') return field.required ? { error: 'errorRequired' } : { value: '' };
  if (field.kind === 'digits' && !/^\d+$/.test(value)) return { error: 'errorDigits' };
  if (field.kind === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return { error: 'errorEmail' };
  if (field.kind === 'date' && !isDate(value)) return { error: 'errorDate' };
  const { length } = Array.from(value);
  return length > field.max_length
    ? { error: 'errorTooLong', values: { length, max: field.max_length } }
    : { value };
}
