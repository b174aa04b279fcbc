import { hash } from 'node:crypto';
import { isRecord } from './json-path.js';

/**
 * The same text for all equal JSON values: keys in code unit order, no spaces, so that the order of
 * PostgreSQL's jsonb makes no difference.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value ?? null);
  const fields = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
  return `{${fields.join(',')}}`;
}

/** SHA-256 of a JSON value in canonical form, in hex: it identifies a published version. */
export const contentHash = (value: unknown): string => hash('sha256', canonicalJson(value));

/** Whether two JSON values are equal, regardless of the order of their keys. */
export const isSameJson = (one: unknown, other: unknown): boolean =>
  canonicalJson(one) === canonicalJson(other);
