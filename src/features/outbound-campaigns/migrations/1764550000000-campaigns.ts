import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Campaigns of many tenants: what is to be said, whom to call, what proves that these may be called, and the counts of all
 * of it. Numbers, consent evidence and personalization are sealed.
 */
export class Campaigns1764550000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of TABLES) await db.query(statement);
    for (const [table, rights] of Object.entries(RIGHTS)) {
      await db.query(`GRANT ${rights} ON ${table} TO telephony_app`);
      await db.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await db.query(`
        CREATE POLICY tenant_isolation ON ${table} TO telephony_app
          USING (client_id = (SELECT current_setting('app.client_id', true))
             AND data_env = (SELECT current_setting('app.data_env', true)))`);
    }
    for (const statement of COUNTING) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE campaign_contacts');
    for (const event of ['insert', 'update', 'delete']) {
      await db.query(`DROP FUNCTION campaign_contacts_counted_on_${event}()`);
    }
    await db.query(
      'DROP TABLE campaign_counts, campaign_log, registry_wash_records, suppressions, campaigns',
    );
  }
}

// A wash record and an entry of the log are evidence: written once.
const RIGHTS = {
  campaigns: 'SELECT, INSERT, UPDATE, DELETE',
  campaign_contacts: 'SELECT, INSERT, UPDATE, DELETE',
  campaign_counts: 'SELECT, INSERT, UPDATE, DELETE',
  campaign_log: 'SELECT, INSERT',
  registry_wash_records: 'SELECT, INSERT',
  suppressions: 'SELECT, INSERT, DELETE',
};

const TABLES = [
  `CREATE TABLE campaigns (
     client_id text NOT NULL,
     data_env text NOT NULL,
     campaign_id uuid NOT NULL DEFAULT uuidv7(),
     project_id text NOT NULL,
     name text NOT NULL,
     description text,
     campaign_type text NOT NULL,
     campaign_call_type text NOT NULL,
     priority integer NOT NULL,
     timezone text NOT NULL,
     schedule_start_at timestamptz(3),
     schedule_end_at timestamptz(3),
     status text NOT NULL DEFAULT 'draft',
     status_reason text,
     status_changed_at timestamptz(3) NOT NULL,
     -- Goes up with each change of the campaign's own row: what was read is compared with what is changed.
     revision integer NOT NULL DEFAULT 1,
     retry_policy jsonb NOT NULL,
     voicemail_policy jsonb NOT NULL,
     personalization jsonb NOT NULL,
     -- The business number that is shown and the person's name in it are sealed.
     compliance jsonb NOT NULL,
     -- Of the published runtime when the campaign was created.
     project_version integer NOT NULL,
     content_hash text NOT NULL,
     answering_machine_detection jsonb NOT NULL,
     last_registry_wash_record_id uuid,
     validation_status text,
     validated_at timestamptz(3),
     validation_blocker_count integer,
     validation_warning_count integer,
     started_at timestamptz(3),
     completed_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     created_by text NOT NULL,
     CONSTRAINT campaigns_pkey PRIMARY KEY (client_id, data_env, campaign_id),
     CONSTRAINT campaigns_status_check CHECK (status IN
       ('draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled', 'failed'))
   )`,
  `CREATE INDEX campaigns_by_update ON campaigns (client_id, data_env, updated_at, campaign_id)`,
  `CREATE INDEX campaigns_by_project ON campaigns (client_id, data_env, project_id, updated_at, campaign_id)`,
  `CREATE TABLE campaign_contacts (
     client_id text NOT NULL,
     data_env text NOT NULL,
     campaign_id uuid NOT NULL,
     contact_id uuid NOT NULL DEFAULT uuidv7(),
     external_contact_id text COLLATE "C",
     phone_hash bytea NOT NULL,
     phone_hash_key_id text NOT NULL,
     phone_encrypted bytea NOT NULL,
     masked_phone text NOT NULL,
     status text NOT NULL DEFAULT 'pending',
     is_callable boolean NOT NULL,
     not_callable_reason text,
     call_type text,
     priority_override integer,
     max_attempts integer,
     recipient_timezone text,
     recipient_country text,
     recipient_subdivision text,
     registry_status text,
     registry_checked_at timestamptz(3),
     registry_valid_until timestamptz(3),
     registry_result_code text,
     registry_vendor text,
     registry_ruleset_id text,
     registry_wash_record_id uuid,
     consent_type text,
     consent_source text,
     consent_given_at timestamptz(3),
     consent_expires_at timestamptz(3),
     consent_withdrawn_at timestamptz(3),
     consent_evidence_encrypted bytea,
     exemption_type text,
     exemption_verified boolean,
     personalization_encrypted bytea,
     -- Keyed, of the plaintext: a merge applies only to the content that it has read.
     personalization_hash bytea,
     attempt_count integer NOT NULL DEFAULT 0,
     last_attempt_at timestamptz(3),
     next_attempt_at timestamptz(3),
     last_disposition text,
     last_call_id text,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT campaign_contacts_pkey PRIMARY KEY (client_id, data_env, campaign_id, contact_id),
     CONSTRAINT campaign_contacts_status_check CHECK (status IN
       ('pending', 'pending_dispatch', 'queued', 'dialing', 'in_call', 'retry_scheduled',
        'completed', 'failed', 'suppressed', 'cancelled', 'expired')),
     CONSTRAINT campaign_contacts_callable_check CHECK (is_callable = (not_callable_reason IS NULL))
   )`,
  `CREATE UNIQUE INDEX campaign_contacts_by_external_id
     ON campaign_contacts (client_id, data_env, campaign_id, external_contact_id) WHERE external_contact_id IS NOT NULL`,
  `CREATE INDEX campaign_contacts_by_creation ON campaign_contacts (client_id, data_env, campaign_id, created_at, contact_id)`,
  `CREATE INDEX campaign_contacts_by_update ON campaign_contacts (client_id, data_env, campaign_id, updated_at, contact_id)`,
  `CREATE INDEX campaign_contacts_by_status ON campaign_contacts (client_id, data_env, campaign_id, status, contact_id)`,
  // Orders of lists, and what is asked for by words that few contacts have.
  `CREATE INDEX campaign_contacts_by_external_order
     ON campaign_contacts (client_id, data_env, campaign_id, external_contact_id, contact_id)`,
  `CREATE INDEX campaign_contacts_by_reason
     ON campaign_contacts (client_id, data_env, campaign_id, not_callable_reason, contact_id) WHERE not_callable_reason IS NOT NULL`,
  `CREATE INDEX campaign_contacts_by_disposition
     ON campaign_contacts (client_id, data_env, campaign_id, last_disposition, contact_id) WHERE last_disposition IS NOT NULL`,
  `CREATE INDEX campaign_contacts_by_retry
     ON campaign_contacts (client_id, data_env, campaign_id, next_attempt_at, contact_id) WHERE status = 'retry_scheduled'`,
  // An opt-out looks for its number in all campaigns.
  `CREATE INDEX campaign_contacts_by_phone ON campaign_contacts (client_id, data_env, phone_hash)`,
  `CREATE TABLE campaign_counts (
     client_id text NOT NULL,
     data_env text NOT NULL,
     campaign_id uuid NOT NULL,
     -- 'status', 'reason' (of contacts not callable), 'disposition', 'registry', or 'callable' with the key 'true'; and
     -- 'listed' for what lists are filtered by together: status/reason/disposition, '-' being none.
     counter text NOT NULL,
     key text NOT NULL,
     -- Writers that meet on one campaign add to rows of their own; the count is the sum over slots.
     slot smallint NOT NULL,
     value bigint NOT NULL,
     CONSTRAINT campaign_counts_pkey PRIMARY KEY (client_id, data_env, campaign_id, counter, key, slot)
   )`,
  `CREATE TABLE campaign_log (
     client_id text NOT NULL,
     data_env text NOT NULL,
     campaign_id uuid NOT NULL,
     entry_id uuid NOT NULL DEFAULT uuidv7(),
     occurred_at timestamptz(3) NOT NULL,
     action text NOT NULL,
     from_status text,
     to_status text NOT NULL,
     reason text,
     actor_kind text NOT NULL,
     actor_id text NOT NULL,
     CONSTRAINT campaign_log_pkey PRIMARY KEY (client_id, data_env, campaign_id, entry_id)
   )`,
  `CREATE TABLE registry_wash_records (
     client_id text NOT NULL,
     data_env text NOT NULL,
     registry_wash_record_id uuid NOT NULL DEFAULT uuidv7(),
     campaign_id uuid NOT NULL,
     jurisdiction text NOT NULL,
     registry_type text NOT NULL,
     vendor text,
     ruleset_id text,
     transaction_id text,
     wash_file_name text,
     receipt_reference text,
     wash_channel text NOT NULL,
     numbers_submitted integer NOT NULL,
     numbers_on_register integer NOT NULL,
     numbers_not_on_register integer NOT NULL,
     numbers_invalid integer NOT NULL,
     credits_charged integer NOT NULL,
     credits_remaining integer,
     washed_at timestamptz(3) NOT NULL,
     valid_until timestamptz(3) NOT NULL,
     created_at timestamptz(3) NOT NULL,
     created_by text NOT NULL,
     CONSTRAINT registry_wash_records_pkey PRIMARY KEY (client_id, data_env, registry_wash_record_id)
   )`,
  `CREATE UNIQUE INDEX registry_wash_records_by_transaction
     ON registry_wash_records (client_id, data_env, campaign_id, transaction_id) WHERE transaction_id IS NOT NULL`,
  `CREATE TABLE suppressions (
     client_id text NOT NULL,
     data_env text NOT NULL,
     suppression_id uuid NOT NULL DEFAULT uuidv7(),
     -- Of all of the client's projects where it is null.
     project_id text,
     phone_hash bytea NOT NULL,
     phone_hash_key_id text NOT NULL,
     masked_phone text NOT NULL,
     reason text NOT NULL,
     source text NOT NULL,
     created_at timestamptz(3) NOT NULL,
     created_by text NOT NULL,
     CONSTRAINT suppressions_pkey PRIMARY KEY (client_id, data_env, suppression_id),
     CONSTRAINT suppressions_reason_check CHECK (reason IN ('direct_opt_out', 'wrong_number', 'manual', 'complaint'))
   )`,
  `CREATE INDEX suppressions_by_phone ON suppressions (client_id, data_env, phone_hash)`,
  `CREATE INDEX suppressions_by_creation ON suppressions (client_id, data_env, created_at, suppression_id)`,
];

/**
 * Counts follow from the rows, in the statement that changes them: no writer can forget one, and a transaction that
 * fails takes its counts with it. Rows are added in one order, so that two writers never wait for each other in turn.
 */
const counting = (event: 'INSERT' | 'UPDATE' | 'DELETE', tables: string, changed: string): string[] => {
  const name = `campaign_contacts_counted_on_${event.toLowerCase()}`;
  return [
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       INSERT INTO campaign_counts AS counts (client_id, data_env, campaign_id, counter, key, slot, value)
       SELECT contact.client_id, contact.data_env, contact.campaign_id, counted.counter, counted.key,
              pg_backend_pid() % 8, sum(contact.sign)
         FROM (${changed}) contact
        CROSS JOIN LATERAL (VALUES
          ('status', contact.status),
          ('callable', CASE WHEN contact.is_callable THEN 'true' END),
          ('reason', contact.not_callable_reason),
          ('disposition', contact.last_disposition),
          ('registry', coalesce(contact.registry_status, 'none')),
          ('listed', concat_ws('/', contact.status, coalesce(contact.not_callable_reason, '-'),
                               coalesce(contact.last_disposition, '-')))) counted (counter, key)
        WHERE counted.key IS NOT NULL
        GROUP BY contact.client_id, contact.data_env, contact.campaign_id, counted.counter, counted.key
       HAVING sum(contact.sign) <> 0
        ORDER BY contact.campaign_id, counted.counter, counted.key
       ON CONFLICT ON CONSTRAINT campaign_counts_pkey DO UPDATE SET value = counts.value + excluded.value;
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER ${name} AFTER ${event} ON campaign_contacts ${tables}
       FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`,
  ];
};
const ADDED = 'SELECT 1 AS sign, added.* FROM after_rows added';
const TAKEN = 'SELECT -1 AS sign, taken.* FROM before_rows taken';
const COUNTING = [
  ...counting('INSERT', 'REFERENCING NEW TABLE AS after_rows', ADDED),
  ...counting(
    'UPDATE',
    'REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows',
    `${ADDED} UNION ALL ${TAKEN}`,
  ),
  ...counting('DELETE', 'REFERENCING OLD TABLE AS before_rows', TAKEN),
];
