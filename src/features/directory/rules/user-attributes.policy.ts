import { attributesOf, readText, sameName, type Attributes } from './attributes.policy.js';
import { invalidValue } from './scim-refusals.js';

/** An address of a person in the directory. */
export interface UserEmail {
  readonly value: string;
  readonly type: string | null;
  readonly primary: boolean;
}

/** The attributes of a person that the service keeps; it ignores all others (directory 3.3). */
export interface UserAttributes {
  readonly userName: string;
  readonly externalId: string | null;
  readonly displayName: string | null;
  readonly formatted: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly emails: readonly UserEmail[];
  readonly active: boolean;
}

const MOST_EMAILS = 10;

/** The same limit as for the name of an invited person, so that pages show all of it. */
const LONGEST_NAME = 80;

/** @throws 400 for a userName that is missing, and for each wrong value */
export function readUser(body: Attributes): UserAttributes {
  const name = readComplex('name', body.get('name'));
  const userName = readText('userName', body.get('userName'));
  if (userName === null) throw invalidValue('userName is required; send a text of 1 to 256 characters');
  return {
    userName,
    externalId: readText('externalId', body.get('externalId')),
    displayName: readText('displayName', body.get('displayName')),
    formatted: readText('name.formatted', name.get('formatted')),
    givenName: readText('name.givenName', name.get('givenName')),
    familyName: readText('name.familyName', name.get('familyName')),
    emails: readEmails(body.get('emails')),
    active: readBoolean('active', body.get('active') ?? true),
  };
}

/** `true` and `false`, also as text in any letter case: Entra sends `"False"`. */
export function readBoolean(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text !== 'true' && text !== 'false') throw invalidValue(`${name} must be true or false`);
  return text === 'true';
}

/** Lists addresses. At most one is the primary one; duplicates count once. */
export function readEmails(value: unknown): readonly UserEmail[] {
  if (value === undefined || value === null) return [];
  const sent: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (sent.length > MOST_EMAILS) throw invalidValue(`emails must have at most ${MOST_EMAILS} entries`);
  const emails = sent.map((entry) => {
    const fields = readComplex('emails', typeof entry === 'string' ? { value: entry } : entry);
    const address = readText('emails.value', fields.get('value'));
    if (address === null) throw invalidValue('emails.value is required; send an address in each entry');
    const primary = fields.get('primary') ?? false;
    return {
      value: address,
      type: readText('emails.type', fields.get('type')),
      primary: readBoolean('emails.primary', primary),
    };
  });
  return emails
    .filter(({ value: address }, at) => emails.findIndex((it) => sameName(it.value, address)) === at)
    .map((email, at, all) => ({ ...email, primary: all.findIndex(({ primary }) => primary) === at }));
}

/** The members of a complex attribute. */
export function readComplex(name: string, value: unknown): Attributes {
  if (value === undefined || value === null) return new Map();
  if (typeof value !== 'object' || Array.isArray(value)) throw invalidValue(`${name} must be an object`);
  return attributesOf(value);
}

/** The name that pages show for a person. */
export function shownName(user: UserAttributes): string {
  const { displayName, formatted, givenName, familyName, userName } = user;
  const joined = [givenName, familyName].filter((part) => part !== null).join(' ');
  const name = displayName ?? formatted ?? (joined === '' ? userName : joined);
  return [...name].slice(0, LONGEST_NAME).join('');
}

/** Every address by which the directory knows the person. */
export const addressesOf = ({ userName, emails }: UserAttributes): readonly string[] => [
  ...new Set([userName, ...emails.map(({ value }) => value)].map((address) => address.toLowerCase())),
];
