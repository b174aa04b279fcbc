import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfStore } from '../../../core/registry/row-security.js';
import { TABLES } from './1766000000100-outbound-campaigns.tables.js';

/** Campaigns, their contacts, washes, suppressions, dispatches and single calls. */
export class OutboundCampaigns1766000000100 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
    for (const [table, keys] of Object.entries(FIRST_STATISTICS)) {
      for (const [column, distinct] of Object.entries({ ...TENANT, ...keys }))
        await db.query(STATISTICS, [table, column, distinct]);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

/** Tells the planner permanently, as `n_distinct`, that all rows belong to one tenant (ADR 22). */
const TENANT = { client_id: 1, data_env: 1 };

/** Until autovacuum runs: each key and each number belongs to one row. */
const FIRST_STATISTICS = {
  campaign_contacts: { campaign_id: 1, contact_id: -1, external_contact_id: -1, phone_hash: -1 },
  dispatches: { campaign_id: 1, contact_id: -1, dispatch_id: -1, call_id: -1 },
  single_dispatches: { dispatch_id: -1, phone_hash: -1 },
  suppressions: { phone_hash: -1 },
} as const;

const STATISTICS = `
SELECT pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', $1::text, 'attname', $2::text,
                                  'inherited', false, 'version', current_setting('server_version_num')::integer,
                                  'null_frac', 0::real, 'avg_width', 12, 'n_distinct', $3::real)`;

const UP = [
  ...TABLES,
  `CREATE FUNCTION campaign_contacts_counted_on_insert() RETURNS trigger
     LANGUAGE plpgsql AS $$
     BEGIN
       INSERT INTO campaign_counts AS counts (client_id, data_env, campaign_id, counter, key, slot, value)
       SELECT contact.client_id, contact.data_env, contact.campaign_id, counted.counter, counted.key,
              pg_backend_pid() % 8, sum(contact.sign)
         FROM (SELECT 1 AS sign, added.* FROM after_rows added) contact
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
  `CREATE FUNCTION campaign_contacts_counted_on_update() RETURNS trigger
     LANGUAGE plpgsql AS $$
     BEGIN
       INSERT INTO campaign_counts AS counts (client_id, data_env, campaign_id, counter, key, slot, value)
       SELECT contact.client_id, contact.data_env, contact.campaign_id, counted.counter, counted.key,
              pg_backend_pid() % 8, sum(contact.sign)
         FROM (SELECT 1 AS sign, added.* FROM after_rows added UNION ALL SELECT -1 AS sign, taken.* FROM before_rows taken) contact
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
  `CREATE FUNCTION campaign_contacts_counted_on_delete() RETURNS trigger
     LANGUAGE plpgsql AS $$
     BEGIN
       INSERT INTO campaign_counts AS counts (client_id, data_env, campaign_id, counter, key, slot, value)
       SELECT contact.client_id, contact.data_env, contact.campaign_id, counted.counter, counted.key,
              pg_backend_pid() % 8, sum(contact.sign)
         FROM (SELECT -1 AS sign, taken.* FROM before_rows taken) contact
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
  // Notifies waiting runtimes of every change that makes a campaign run.
  `CREATE FUNCTION campaign_runs() RETURNS trigger
     LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM pg_notify('store_notices', json_build_array(NEW.client_id, NEW.data_env, 'campaign_runs')::text);
     RETURN NULL;
   END $$`,
  // Notifies runtimes that wait for work.
  `CREATE FUNCTION single_dispatch_waits() RETURNS trigger
     LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM pg_notify('store_notices', json_build_array(NEW.client_id, NEW.data_env, 'single_dispatch_waits')::text);
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER campaign_contacts_counted_on_insert AFTER INSERT ON campaign_contacts REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION campaign_contacts_counted_on_insert()`,
  `CREATE TRIGGER campaign_contacts_counted_on_update AFTER UPDATE ON campaign_contacts REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION campaign_contacts_counted_on_update()`,
  `CREATE TRIGGER campaign_contacts_counted_on_delete AFTER DELETE ON campaign_contacts REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION campaign_contacts_counted_on_delete()`,
  // Notifies waiting runtimes of every change that makes a campaign run.
  `CREATE TRIGGER campaign_runs AFTER UPDATE OF status ON campaigns
     FOR EACH ROW WHEN (((new.status = 'running') AND (old.status <> 'running'))) EXECUTE FUNCTION campaign_runs()`,
  // Notifies runtimes that wait for work.
  `CREATE TRIGGER single_dispatch_waits AFTER INSERT ON single_dispatches
     FOR EACH ROW WHEN ((new.status = 'queued')) EXECUTE FUNCTION single_dispatch_waits()`,
  ...[
    'campaigns',
    'campaign_contacts',
    'campaign_counts',
    'campaign_log',
    'registry_wash_records',
    'suppressions',
    'dispatches',
    'outbound_evidence',
    'single_dispatches',
    'contact_erasures',
  ].flatMap(rowsOfStore),
  `GRANT SELECT, INSERT, UPDATE, DELETE ON campaigns, campaign_contacts, campaign_counts, contact_erasures TO telephony_app`,
  `GRANT SELECT, INSERT ON campaign_log, registry_wash_records, outbound_evidence TO telephony_app`,
  `GRANT SELECT, INSERT, DELETE ON suppressions TO telephony_app`,
  `GRANT SELECT, INSERT, UPDATE ON dispatches, single_dispatches TO telephony_app`,
];

const DOWN = [
  `DROP TABLE contact_erasures, single_dispatches, outbound_evidence, dispatches, suppressions, registry_wash_records, campaign_log, campaign_counts, campaign_contacts, campaigns`,
  `DROP FUNCTION single_dispatch_waits()`,
  `DROP FUNCTION campaign_runs()`,
  `DROP FUNCTION campaign_contacts_counted_on_delete()`,
  `DROP FUNCTION campaign_contacts_counted_on_update()`,
  `DROP FUNCTION campaign_contacts_counted_on_insert()`,
];
