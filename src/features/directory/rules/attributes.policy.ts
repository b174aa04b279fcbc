import { invalidSyntax, invalidValue } from './scim-refusals.js';

/** Attributes of a resource by name, spelled as in the schema; requests may use any letter case. */
export type Attributes = ReadonlyMap<string, unknown>;

const LONGEST_TEXT = 256;

const NAMES =
  'schemas id userName externalId displayName name formatted givenName familyName emails value type primary active members Operations';

const KNOWN = new Map(NAMES.split(' ').map((name) => [name.toLowerCase(), name]));

/** The attributes of a body of JSON. @throws 400 for a body that is not an object */
export function attributesOf(body: unknown): Attributes {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidSyntax('The body, and each entry of Operations, must be a JSON object.');
  }
  return new Map(Object.entries(body).map(([name, value]) => [schemaName(name), value as unknown]));
}

/** The name as the schema spells it; unknown names in lower case. */
export const schemaName = (name: string): string => KNOWN.get(name.toLowerCase()) ?? name.toLowerCase();

/** Whether two names are equal, like attributes that are not `caseExact`. */
export const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** A text of 1 to 256 characters; null if it is absent or empty. @throws 400 */
export function readText(name: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string')
    throw invalidValue(`${name} must be text of at most ${LONGEST_TEXT} characters`);
  const text = value.trim();
  if (text === '') return null;
  if (text.length > LONGEST_TEXT) throw invalidValue(`${name} must have at most ${LONGEST_TEXT} characters`);
  // PostgreSQL cannot store NUL in a text.
  if (text.includes('\0')) throw invalidValue(`${name} must not contain the character NUL`);
  return text;
}
