import { isISO31661Alpha2 } from 'class-validator';
import { isLongerThan } from '../../../core/http/fields/text-length.policy.js';
import { openWord } from '../../../core/privacy/pii/free-words.policy.js';
import { readInstant } from '../../../core/time/iso-date-time.policy.js';
import { CONTACT_FIELDS, type ContactField } from '../rules/contact-fields.js';
import { CALL_TYPES, REGISTRY_STATUSES } from '../rules/statuses.js';
import { isFreeKey, KEY_PATTERN } from '../rules/personalization-keys.js';
import { isElsewhere, SUBDIVISIONS_BY_COUNTRY } from '../rules/calling-hours/subdivisions.js';
import type { ContactFields } from './contact-draft.js';
import { readIdentifier } from './identifier.policy.js';
import type { CsvColumns } from './csv-rows.js';
import { oneOf } from './one-of.policy.js';
import { readPhone } from './phone-cell.policy.js';
import { CellFault } from './row-error.js';

type Field = keyof ContactFields;
type Value<F extends Field> = Exclude<ContactFields[F], undefined>;

export interface ImportColumn {
  readonly name: string;
  readonly field: Field;
  /** @param text trimmed, not empty */
  readonly read: (text: string) => Value<Field> | CellFault;
}

const column = <F extends Field>(
  field: F,
  read: (text: string) => Value<F> | CellFault,
): Omit<ImportColumn, 'name'> => ({ field, read });

function wholeNumber(min: number, max: number): (text: string) => number | CellFault {
  const fault = new CellFault('not_a_whole_number', `must be a whole number from ${min} to ${max}`);
  return (text) =>
    /^\d{1,3}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : fault;
}

const NOT_AN_INSTANT = new CellFault(
  'not_an_instant',
  'must be an ISO 8601 date-time with Z or an offset, from 2000 to 2100',
  ['2026-11-22T03:30:00Z'],
);
const instant = (text: string): Date | CellFault => readInstant(text) ?? NOT_AN_INSTANT;

function matching(pattern: RegExp, message: string, example: string): (text: string) => string | CellFault {
  const fault = new CellFault('malformed', message, [example]);
  return (text) => (pattern.test(text) ? text : fault);
}

const CONTROL = /\p{Cc}/u;
const LONGEST_WORD = 128;
const LONGEST_REFERENCE = 512;
const tooLong = (most: number): CellFault =>
  new CellFault('too_long', `must have at most ${most} characters`);
const TOO_LONG = tooLong(LONGEST_WORD);
const TOO_LONG_REFERENCE = tooLong(LONGEST_REFERENCE);
const UNPRINTABLE = new CellFault('malformed', 'must not contain control characters or invalid Unicode');
const PERSONAL_DATA = new CellFault(
  'personal_data',
  'must not contain personal data, because it is stored unencrypted; personal evidence belongs in ' +
    'consent_evidence_reference',
);

const isUnprintable = (text: string): boolean => CONTROL.test(text) || !text.isWellFormed();

/** A word that is stored in plain text. */
function word(text: string): string | CellFault {
  if (isLongerThan(text, LONGEST_WORD)) return TOO_LONG;
  if (isUnprintable(text)) return UNPRINTABLE;
  return openWord(text) === text ? text : PERSONAL_DATA;
}

/** A word from a closed list. */
function code(text: string): string | CellFault {
  return word(text.toLowerCase());
}

/** Stored sealed, because it may identify a person. */
function reference(text: string): string | CellFault {
  if (isLongerThan(text, LONGEST_REFERENCE)) return TOO_LONG_REFERENCE;
  return isUnprintable(text) ? UNPRINTABLE : text;
}

const yesOrNo = oneOf(['true', 'false']);

// Has the format of a zone name; validation reports unknown names.
const zone = matching(
  /^[A-Za-z][A-Za-z0-9_+-]{0,31}(?:\/[A-Za-z0-9_+-]{1,32}){0,2}$/,
  'must be an IANA time zone',
  'Australia/Sydney',
);

const NO_COUNTRY = new CellFault('malformed', 'must be a two-letter ISO 3166-1 country code', ['AU', 'NZ']);
const country = (text: string): string | CellFault => (isISO31661Alpha2(text) ? text : NO_COUNTRY);

const SUBDIVISION = /^(?:([A-Z]{2})-)?[A-Z0-9]{1,3}$/;
const NO_SUBDIVISION = new CellFault('malformed', 'must be an ISO 3166-2 subdivision code', ['AU-NSW']);
const ELSEWHERE = new CellFault('not_allowed', 'must be in recipient_country');

/** An error if the country's codes are known and this is not one of them. */
function unlisted(code: string, of: string): CellFault | null {
  const codes = SUBDIVISIONS_BY_COUNTRY.get(of);
  if (codes === undefined || codes.includes(code)) return null;
  return new CellFault('not_allowed', 'must be a subdivision of its country', codes);
}

function subdivision(text: string): string | CellFault {
  const [, of] = SUBDIVISION.exec(text) ?? [text, ''];
  if (of !== undefined && !isISO31661Alpha2(of)) return NO_SUBDIVISION;
  return (of !== undefined && unlisted(text, of)) || text;
}

/** If a row gives both, the country must contain the subdivision (campaigns 4.5). */
function placeFault({ recipientCountry: country, recipientSubdivision: text }: Partial<ContactFields>) {
  if (country === undefined || text === undefined) return null;
  if (!text.includes('-')) return unlisted(`${country}-${text}`, country);
  return isElsewhere(text, country) ? ELSEWHERE : null;
}

/** The columns of an import, in the contract's order (campaigns 4.3). */
const COLUMNS: Readonly<Record<ContactField, Omit<ImportColumn, 'name'>>> = {
  to_number: column('toNumber', readPhone),
  external_contact_id: column('externalContactId', readIdentifier),
  recipient_timezone: column('recipientTimezone', zone),
  recipient_country: column('recipientCountry', (text) => country(text.toUpperCase())),
  recipient_subdivision: column('recipientSubdivision', (text) => subdivision(text.toUpperCase())),
  registry_status: column('registryStatus', oneOf(REGISTRY_STATUSES)),
  registry_checked_at_utc: column('registryCheckedAt', instant),
  registry_valid_until_utc: column('registryValidUntil', instant),
  registry_result_code: column('registryResultCode', word),
  registry_vendor: column('registryVendor', word),
  registry_ruleset_id: column('registryRulesetId', word),
  consent_type: column('consentType', code),
  consent_source: column('consentSource', word),
  consent_given_at_utc: column('consentGivenAt', instant),
  consent_expires_at_utc: column('consentExpiresAt', instant),
  consent_withdrawn_at_utc: column('consentWithdrawnAt', instant),
  consent_evidence_reference: column('consentEvidenceReference', reference),
  exemption_type: column('exemptionType', code),
  exemption_verified: column('exemptionVerified', (text) => {
    const answer = yesOrNo(text);
    return answer instanceof CellFault ? answer : answer === 'true';
  }),
  call_type: column('callType', oneOf(CALL_TYPES)),
  priority_override: column('priorityOverride', wholeNumber(1, 100)),
  max_attempts: column('maxAttempts', wholeNumber(0, 20)),
};

export const COLUMN_BY_NAME: ReadonlyMap<string, ImportColumn> = new Map(
  CONTACT_FIELDS.map((name) => [name, { name, ...COLUMNS[name] }]),
);

/** Pairs of instants in one row; the second must be later. */
const ORDERED: readonly (readonly [earlier: Field, later: Field, column: string, fault: CellFault])[] = [
  [
    'registryCheckedAt',
    'registryValidUntil',
    'registry_valid_until_utc',
    new CellFault('not_after', 'must be after registry_checked_at_utc'),
  ],
  [
    'consentGivenAt',
    'consentExpiresAt',
    'consent_expires_at_utc',
    new CellFault('not_after', 'must be after consent_given_at_utc'),
  ],
];

/** Contradictions between the valid values of one contact. */
export function faultsBetween(fields: Partial<ContactFields>): { column: string; fault: CellFault }[] {
  const found = ORDERED.filter(([earlier, later]) => {
    const from = fields[earlier];
    const until = fields[later];
    return from !== undefined && until !== undefined && until <= from;
  }).map(([, , column, fault]) => ({ column, fault }));
  const place = placeFault(fields);
  if (place !== null) found.push({ column: 'recipient_subdivision', fault: place });
  return found;
}

/**
 * The message for a column or a field that imports do not support.
 * @param column its number in a file, from 1
 */
export const unsupported = (column?: number): string => {
  const place = column === undefined ? '' : ` (column ${column})`;
  return `is not supported${place}: it is neither a column of contacts nor an allowed key of the campaign's personalization`;
};

/**
 * Whether an import may have a column.
 * @param allowedKeys of the campaign's personalization; null without such a campaign: then any
 *   possible key
 */
export function knownColumns(allowedKeys: readonly string[] | null): (name: string) => boolean {
  const keys = allowedKeys && new Set(allowedKeys);
  const isKey = (name: string): boolean => keys?.has(name) ?? (KEY_PATTERN.test(name) && isFreeKey(name));
  return (name) => COLUMN_BY_NAME.has(name) || isKey(name);
}

/** The columns of a CSV import. @param allowedKeys as `knownColumns` */
export const contactColumns = (allowedKeys: readonly string[] | null): CsvColumns => ({
  required: ['to_number'],
  isKnown: knownColumns(allowedKeys),
  unsupported,
});
