import { namedQuery, type NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { ELIGIBILITY_COLUMNS } from '../lookup/requeue-decisions.queries.js';
import type { EligibilityColumns } from '../rules/eligibility/facts-of.js';

/** The fields of a wash that are stored with contacts. */
export interface WashRow {
  readonly registry_wash_record_id: string;
  readonly ruleset_id: string | null;
  readonly washed_at: Date;
  readonly valid_until: Date;
}

/** The wash $4 of the campaign $3. */
export const WASH_BY_ID = namedQuery('registry_wash_by_id')`
SELECT registry_wash_record_id, ruleset_id, washed_at, valid_until
  FROM registry_wash_records
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND registry_wash_record_id = $4`;

export interface WashedContact extends EligibilityColumns {
  readonly contactId: string;
  readonly phoneHash: Buffer;
  readonly notCallableReason: string | null;
}

const WASHED = `
SELECT ${ELIGIBILITY_COLUMNS}, k.phone_hash AS "phoneHash", k.not_callable_reason AS "notCallableReason"
  FROM campaign_contacts k
 WHERE k.client_id = $1 AND k.data_env = $2 AND k.campaign_id = $3 AND k.phone_hash = ANY($4::bytea[])
 ORDER BY k.contact_id`;

/** The contacts of the campaign $3 with the hashes $4. */
export const WASHED_CONTACTS: NamedQuery = { name: 'registry_wash_contacts', text: WASHED };

/** The same for a locked campaign, locking contacts in the order that all writers use. */
export const LOCK_WASHED_CONTACTS = namedQuery('registry_wash_lock_contacts')`${WASHED}\n   FOR UPDATE`;

/**
 * Writes the results of the wash $7 to the contacts $4 of the campaign $3: their status $5, and the
 * reason $6 why they are not callable, null if they are. $8 is now.
 */
export const WRITE_RESULTS = namedQuery('registry_wash_write_results')`
UPDATE campaign_contacts k
   SET registry_status = result.status, registry_checked_at = least(wash.washed_at, $8), registry_valid_until = wash.valid_until,
       registry_vendor = wash.vendor, registry_ruleset_id = wash.ruleset_id, registry_result_code = NULL,
       registry_wash_record_id = wash.registry_wash_record_id,
       is_callable = result.reason IS NULL, not_callable_reason = result.reason, updated_at = $8
  FROM unnest($4::uuid[], $5::text[], $6::text[]) AS result (contact_id, status, reason), registry_wash_records wash
 WHERE k.client_id = $1 AND k.data_env = $2 AND k.campaign_id = $3 AND k.contact_id = result.contact_id
   AND wash.client_id = $1 AND wash.data_env = $2 AND wash.campaign_id = $3 AND wash.registry_wash_record_id = $7`;
