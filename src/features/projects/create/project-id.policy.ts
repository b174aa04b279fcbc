/** Letters and digits of base32 (RFC 4648), lower-case: easy to tell apart, safe in paths. */
export const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** 32^6 ids for each client and name: two projects of one name practically never collide. */
export const SUFFIX_LENGTH = 6;

// Identifiers have at most 128 characters: 80 + 1 + 40 + 1 + 6. A client id that is longer than its
// share is truncated; it only makes the id readable, and the project's client is always shown next
// to it.
const MAX_CLIENT_PART = 80;
const MAX_NAME_PART = 40;

/** For a name without an ASCII letter or digit: many scripts have no agreed Latin spelling. */
const NAMELESS = 'project';

/**
 * The id of a new project (projects 4.3): the client's id, the name in small ASCII letters and
 * digits, and a random suffix that makes it unique.
 * @param suffix SUFFIX_LENGTH characters of BASE32
 */
export const projectIdOf = (clientId: string, displayName: string, suffix: string): string =>
  [clientPart(clientId), namePart(displayName), suffix].join('-');

const clientPart = (clientId: string): string =>
  clientId.replace(/[^A-Za-z0-9._:-]+/g, '-').slice(0, MAX_CLIENT_PART);

function namePart(displayName: string): string {
  const ascii = displayName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return trimmed(trimmed(ascii).slice(0, MAX_NAME_PART)) || NAMELESS;
}

const trimmed = (text: string): string => text.replace(/^-|-$/g, '');
