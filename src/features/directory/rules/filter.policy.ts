import { PlatformError } from '../../../core/shared/platform-error.js';
import { DIRECTORY_ERRORS } from '../directory.errors.js';
import { schemaName } from './attributes.policy.js';

/** The most resources of one page. */
export const MOST_PER_PAGE = 200;

const DEFAULT_PER_PAGE = 100;

const LONGEST_FILTER = 1_000;

const FILTERED = ['userName', 'externalId', 'displayName', 'id'] as const;

/** One comparison for equality with these attributes. */
export interface Equality {
  readonly attribute: (typeof FILTERED)[number];
  readonly value: string;
}

/** A page of a list. */
export interface ListQuery {
  readonly filter: Equality | null;
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
  /** Whether the members of groups are left out, because a group may have thousands. */
  readonly withoutMembers: boolean;
}

// Linear: no part can match what the previous part matches.
const EQUALITY = /^([A-Za-z][A-Za-z0-9:.]*) +eq +("[^]*")$/i;

/**
 * The filter of a list. A whole grammar of SCIM would let a caller make slow statements; directories
 * send these (directory 3.5).
 * @throws 400 invalidFilter
 */
export function readFilter(text: string): Equality {
  const [, name = '', quoted = ''] = text.length > LONGEST_FILTER ? [] : (EQUALITY.exec(text.trim()) ?? []);
  const attribute = FILTERED.find((it) => it === schemaName(name.slice(name.lastIndexOf(':') + 1)));
  const value = readQuoted(quoted);
  if (attribute === undefined || value === null) throw new PlatformError(DIRECTORY_ERRORS.invalidFilter);
  return { attribute, value };
}

/** The text of a quoted value, which is JSON; null for anything else. */
export function readQuoted(quoted: string): string | null {
  try {
    const value = JSON.parse(quoted) as unknown;
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

type Sent = Readonly<Record<string, unknown>>;

/**
 * Reads the query of a list. Other parameters have no effect, and numbers out of range become the
 * nearest allowed one, as RFC 7644 (3.4.2.4) says.
 * @throws 400 for a filter that is not supported, and for a number that is none
 */
export function readListQuery(sent: Sent): ListQuery {
  const query = new Map(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]));
  const filter = query.get('filter');
  return {
    filter:
      filter === undefined || filter === '' ? null : readFilter(typeof filter === 'string' ? filter : ''),
    startIndex: Math.max(1, readNumber('startIndex', query.get('startindex'), 1)),
    count: Math.min(MOST_PER_PAGE, Math.max(0, readNumber('count', query.get('count'), DEFAULT_PER_PAGE))),
    withoutMembers: leavesMembersOut(sent),
  };
}

/** Whether a request excludes the members of groups. */
export function leavesMembersOut(sent: Sent): boolean {
  const query = new Map(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]));
  const wanted = namesIn(query.get('attributes'));
  return wanted.length > 0
    ? !wanted.includes('members')
    : namesIn(query.get('excludedattributes')).includes('members');
}

const namesIn = (value: unknown): readonly string[] =>
  typeof value === 'string' && value !== ''
    ? value.split(',').map((name) => schemaName(name.trim().slice(name.trim().lastIndexOf(':') + 1)))
    : [];

function readNumber(name: string, value: unknown, fallback: number): number {
  if (value === undefined || value === '') return fallback;
  if (typeof value !== 'string' || !/^-?\d{1,9}$/.test(value)) {
    throw new PlatformError(DIRECTORY_ERRORS.invalidValue, { message: `${name} must be a whole number.` });
  }
  return Number(value);
}
