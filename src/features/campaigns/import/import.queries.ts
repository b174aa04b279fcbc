import { namedQuery, type NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { arrayParameter } from '../../../core/database/driver/array-parameter.js';
import type { NotCallableReason } from '../rules/statuses.js';
import type { SealedContact } from './sealed-contact.js';
import type { StoredColumns } from '../contact-rows/stored-columns.policy.js';

/** Contacts of the campaign $3 by their external_contact_id, among $4. */
export const KNOWN_CONTACTS = namedQuery('import_known_contacts')`
SELECT contact_id, external_contact_id, status, not_callable_reason, personalization_encrypted, personalization_hash
  FROM campaign_contacts
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND external_contact_id = ANY($4::text[])`;

export interface LockedContact extends StoredColumns {
  readonly contactId: string;
  readonly notCallableReason: string | null;
  readonly personalizationHash: Buffer | null;
  readonly phoneHash: Buffer;
}

/**
 * Locks the contacts $4 of the campaign $3, in the order in which every transaction locks them. A
 * contact that has been erased in the meantime no longer has an external_contact_id, and is left
 * out.
 */
export const LOCK_CONTACTS = namedQuery('import_lock_contacts')`
SELECT contact_id AS "contactId", status, repeats_number AS "repeatsNumber", not_callable_reason AS "notCallableReason",
       personalization_hash AS "personalizationHash", phone_hash AS "phoneHash", call_type AS "callType",
       priority_override AS "priorityOverride", max_attempts AS "maxAttempts",
       recipient_timezone AS "recipientTimezone", recipient_country AS "recipientCountry",
       recipient_subdivision AS "recipientSubdivision", registry_status AS "registryStatus",
       registry_checked_at AS "registryCheckedAt", registry_valid_until AS "registryValidUntil",
       registry_result_code AS "registryResultCode", registry_vendor AS "registryVendor",
       registry_ruleset_id AS "registryRulesetId", registry_wash_record_id AS "registryWashRecordId",
       consent_type AS "consentType", consent_source AS "consentSource", consent_given_at AS "consentGivenAt",
       consent_expires_at AS "consentExpiresAt", consent_withdrawn_at AS "consentWithdrawnAt",
       consent_evidence_encrypted AS "consentEvidenceEncrypted", exemption_type AS "exemptionType",
       exemption_verified AS "exemptionVerified", attempt_count AS "attemptCount",
       next_attempt_at AS "nextAttemptAt", last_disposition AS "lastDisposition"
  FROM campaign_contacts
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND contact_id = ANY($4::uuid[])
   AND external_contact_id IS NOT NULL
 ORDER BY contact_id
   FOR UPDATE`;

/** The contacts of the campaign $3 that have one of the hashes $4. */
export const NUMBER_HOLDERS = namedQuery('import_number_holders')`
SELECT contact_id AS "contactId", encode(phone_hash, 'hex') AS "phoneHash", repeats_number AS "repeatsNumber"
  FROM campaign_contacts
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND phone_hash = ANY($4::bytea[])`;

/**
 * Among contacts of the campaign $3 with the hashes $4 that an import has changed, marks the oldest
 * as no longer repeating its number, if all remaining ones were marked as repeating it; the next
 * validation finds it callable.
 */
export const FREE_NUMBERS = namedQuery('import_free_numbers')`
WITH left_behind AS (
     SELECT phone_hash, (array_agg(contact_id ORDER BY created_at, contact_id))[1] AS contact_id
       FROM campaign_contacts
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND phone_hash = ANY($4::bytea[])
      GROUP BY phone_hash
     HAVING bool_and(repeats_number))
UPDATE campaign_contacts contact SET repeats_number = false
  FROM left_behind
 WHERE contact.client_id = $1 AND contact.data_env = $2 AND contact.campaign_id = $3
   AND contact.contact_id = left_behind.contact_id`;

export interface WrittenContact {
  readonly sealed: SealedContact;
  readonly columns: StoredColumns;
  readonly reason: NotCallableReason | null;
}

/** A column that is written from an array parameter, one element per row. */
interface Column {
  readonly name: string;
  readonly type: string;
  readonly of: (row: WrittenContact) => string | number | boolean | Buffer | null;
}

const column = (name: string, type: string, of: Column['of']): Column => ({ name, type, of });
// pg would write dates in the time zone of the process, and slowly.
const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

const KEY: readonly Column[] = [column('contact_id', 'uuid', (it) => it.sealed.contactId)];

const IDENTITY: readonly Column[] = [
  column('external_contact_id', 'text', (it) => it.sealed.draft.fields.externalContactId ?? null),
];

const COLUMNS: readonly Column[] = [
  column('phone_hash', 'bytea', (it) => it.sealed.phone.phoneHash),
  column('phone_encrypted', 'bytea', (it) => it.sealed.phone.phoneEncrypted),
  column('masked_phone', 'text', (it) => it.sealed.phone.maskedPhone),
  column('not_callable_reason', 'text', (it) => it.reason),
  column('repeats_number', 'boolean', (it) => it.columns.repeatsNumber),
  column('call_type', 'text', (it) => it.columns.callType),
  column('priority_override', 'integer', (it) => it.columns.priorityOverride),
  column('max_attempts', 'integer', (it) => it.columns.maxAttempts),
  column('recipient_timezone', 'text', (it) => it.columns.recipientTimezone),
  column('recipient_country', 'text', (it) => it.columns.recipientCountry),
  column('recipient_subdivision', 'text', (it) => it.columns.recipientSubdivision),
  column('registry_status', 'text', (it) => it.columns.registryStatus),
  column('registry_checked_at', 'timestamptz', (it) => iso(it.columns.registryCheckedAt)),
  column('registry_valid_until', 'timestamptz', (it) => iso(it.columns.registryValidUntil)),
  column('registry_result_code', 'text', (it) => it.columns.registryResultCode),
  column('registry_vendor', 'text', (it) => it.columns.registryVendor),
  column('registry_ruleset_id', 'text', (it) => it.columns.registryRulesetId),
  column('registry_wash_record_id', 'uuid', (it) => it.columns.registryWashRecordId),
  column('consent_type', 'text', (it) => it.columns.consentType),
  column('consent_source', 'text', (it) => it.columns.consentSource),
  column('consent_given_at', 'timestamptz', (it) => iso(it.columns.consentGivenAt)),
  column('consent_expires_at', 'timestamptz', (it) => iso(it.columns.consentExpiresAt)),
  column('consent_withdrawn_at', 'timestamptz', (it) => iso(it.columns.consentWithdrawnAt)),
  column('consent_evidence_encrypted', 'bytea', (it) => it.columns.consentEvidenceEncrypted),
  column('exemption_type', 'text', (it) => it.columns.exemptionType),
  column('exemption_verified', 'boolean', (it) => it.columns.exemptionVerified),
];

const PERSONALIZATION: readonly Column[] = [
  column('personalization_encrypted', 'bytea', (it) => it.sealed.personalization?.encrypted ?? null),
  column('personalization_hash', 'bytea', (it) => it.sealed.personalization?.hash ?? null),
];

// The values that all rows share come before the arrays: the tenant in $1 and $2, the campaign, the
// key of the hashes, now.
const FIRST_ARRAY = 6;
const names = (columns: readonly Column[]): string => columns.map(({ name }) => name).join(', ');
const sentAs = (columns: readonly Column[]): string =>
  `unnest(${columns.map(({ type }, index) => `$${index + FIRST_ARRAY}::${type}[]`).join(', ')}) AS sent (${names(columns)})`;

const INSERTED = [...KEY, ...IDENTITY, ...COLUMNS, ...PERSONALIZATION];
const UPDATED = [...KEY, ...COLUMNS, ...PERSONALIZATION];

/**
 * Adds contacts, except those whose external_contact_id another import has added in the meantime;
 * returns how many it has added.
 */
export const INSERT_CONTACTS = namedQuery('import_insert_contacts')`
WITH added AS (
  INSERT INTO campaign_contacts (
         client_id, data_env, campaign_id, phone_hash_key_id, created_at, updated_at, is_callable, ${names(INSERTED)})
  SELECT $1, $2, $3, $4, $5, $5, not_callable_reason IS NULL, ${names(INSERTED)}
    FROM ${sentAs(INSERTED)}
      ON CONFLICT (client_id, data_env, campaign_id, external_contact_id) WHERE external_contact_id IS NOT NULL DO NOTHING
  RETURNING 1)
SELECT count(*)::integer AS added FROM added`;

/**
 * Updates locked contacts; omitted personalization stays. The next attempt depended on the
 * contact's previous location, so it becomes due now and is decided again.
 */
export const UPDATE_CONTACTS: NamedQuery = {
  name: 'import_update_contacts',
  text: `
UPDATE campaign_contacts AS contact
   SET ${COLUMNS.map(({ name }) => `${name} = sent.${name}`).join(', ')},
       ${PERSONALIZATION.map(({ name }) => `${name} = coalesce(sent.${name}, contact.${name})`).join(', ')},
       phone_hash_key_id = $4, updated_at = $5, next_attempt_at = NULL,
       is_callable = sent.not_callable_reason IS NULL
  FROM ${sentAs(UPDATED)}
 WHERE contact.client_id = $1 AND contact.data_env = $2 AND contact.campaign_id = $3
   AND contact.contact_id = sent.contact_id`,
};

export const insertedValues = (rows: readonly WrittenContact[]): readonly unknown[] =>
  valuesOf(INSERTED, rows);

export const updatedValues = (rows: readonly WrittenContact[]): readonly unknown[] => valuesOf(UPDATED, rows);

/** A column that is null in all rows costs nothing, because unnest fills it. */
const valuesOf = (columns: readonly Column[], rows: readonly WrittenContact[]): (string | Buffer | null)[] =>
  columns.map(({ of }) => {
    const values = rows.map(of);
    return values.every((value) => value === null) ? null : arrayParameter(values);
  });
