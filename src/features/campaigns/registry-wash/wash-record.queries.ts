import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

export interface WashRecordRow {
  readonly registry_wash_record_id: string;
  readonly campaign_id: string;
  readonly jurisdiction: string;
  readonly registry_type: string;
  readonly wash_channel: string;
  readonly transaction_id: string | null;
  readonly numbers_submitted: number;
  readonly numbers_on_register: number;
  readonly numbers_not_on_register: number;
  readonly numbers_invalid: number;
  readonly washed_at: Date;
  readonly valid_until: Date;
}

const ANSWERED = `registry_wash_record_id, campaign_id, jurisdiction, registry_type, wash_channel, transaction_id,
       numbers_submitted, numbers_on_register, numbers_not_on_register, numbers_invalid, washed_at, valid_until`;

/** The record of the campaign $3 with the transaction $4. */
export const WASH_BY_TRANSACTION = namedQuery('registry_wash_by_transaction')`
SELECT ${ANSWERED}
  FROM registry_wash_records
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND transaction_id = $4
 ORDER BY registry_wash_record_id DESC LIMIT 1`;

export const INSERT_WASH = namedQuery('registry_wash_insert')`
INSERT INTO registry_wash_records (
       client_id, data_env, campaign_id, jurisdiction, registry_type, vendor, ruleset_id, transaction_id, wash_file_name,
       receipt_reference, wash_channel, numbers_submitted, numbers_on_register, numbers_not_on_register, numbers_invalid,
       credits_charged, credits_remaining, washed_at, valid_until, created_at, created_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
RETURNING ${ANSWERED}`;

/**
 * Makes the record $4, washed at $5, the current one of the locked campaign $3, unless there is a
 * later one.
 */
export const COUNT_WASH = namedQuery('registry_wash_count')`
UPDATE campaigns c
   SET last_registry_wash_record_id = $4, updated_at = $6, updated_by = $7, revision = c.revision + 1
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = $3
   AND NOT EXISTS (
       SELECT FROM registry_wash_records r
        WHERE r.client_id = $1 AND r.data_env = $2 AND r.registry_wash_record_id = c.last_registry_wash_record_id
          AND r.washed_at > $5)`;
