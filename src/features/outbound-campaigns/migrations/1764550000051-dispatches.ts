import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who was handed which contact to dial, what became of it, and what was known when that was decided. */
export class Dispatches1764550000051 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await db.query(statement);
    for (const [table, rights] of Object.entries(RIGHTS)) {
      await db.query(`GRANT ${rights} ON ${table} TO telephony_app`);
      await db.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await db.query(`
        CREATE POLICY tenant_isolation ON ${table} TO telephony_app
          USING (client_id = (SELECT current_setting('app.client_id', true))
             AND data_env = (SELECT current_setting('app.data_env', true)))`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TRIGGER campaign_runs ON campaigns');
    await db.query('DROP FUNCTION campaign_runs()');
    await db.query('DROP TABLE outbound_evidence, dispatches');
    await db.query('DROP INDEX campaigns_running, campaign_contacts_by_turn');
    await db.query('ALTER TABLE campaign_contacts DROP COLUMN due_at, DROP COLUMN dial_priority');
  }
}

// Evidence is written once.
const RIGHTS = { dispatches: 'SELECT, INSERT, UPDATE', outbound_evidence: 'SELECT, INSERT' };

const STATEMENTS = [
  `ALTER TABLE campaign_contacts
     ADD COLUMN due_at timestamptz(3) GENERATED ALWAYS AS (coalesce(next_attempt_at, created_at)) STORED,
     ADD COLUMN dial_priority integer GENERATED ALWAYS AS (coalesce(priority_override, 0)) STORED`,
  // Whose turn it is: only of those that may be taken at all, so that a campaign that is through costs nothing.
  `CREATE INDEX campaign_contacts_by_turn
     ON campaign_contacts (client_id, data_env, campaign_id, dial_priority DESC, due_at, contact_id)
     WHERE status IN ('pending', 'retry_scheduled') AND is_callable`,
  `CREATE INDEX campaigns_running ON campaigns (client_id, data_env, campaign_id) WHERE status = 'running'`,
  `CREATE TABLE dispatches (
     client_id text NOT NULL,
     data_env text NOT NULL,
     dispatch_id uuid NOT NULL,
     campaign_id uuid NOT NULL,
     contact_id uuid NOT NULL,
     project_id text NOT NULL,
     attempt_number integer NOT NULL,
     status text NOT NULL,
     lease_expires_at timestamptz(3) NOT NULL,
     -- Of the last report that counted; a later one has a higher number.
     last_sequence integer NOT NULL DEFAULT 0,
     disposition text,
     call_id text COLLATE "C",
     taken_at timestamptz(3) NOT NULL,
     ended_at timestamptz(3),
     CONSTRAINT dispatches_pkey PRIMARY KEY (client_id, data_env, dispatch_id),
     CONSTRAINT dispatches_status_check CHECK (status IN ('leased', 'dialing', 'in_call', 'ended')),
     CONSTRAINT dispatches_ended_check CHECK ((status = 'ended') = (disposition IS NOT NULL AND ended_at IS NOT NULL))
   )`,
  `CREATE INDEX dispatches_by_lease ON dispatches (client_id, data_env, lease_expires_at) WHERE status <> 'ended'`,
  `CREATE INDEX dispatches_by_call ON dispatches (client_id, data_env, call_id) WHERE call_id IS NOT NULL`,
  `CREATE INDEX dispatches_by_contact ON dispatches (client_id, data_env, campaign_id, contact_id, attempt_number)`,
  // How the attempts of a campaign ended lately.
  `CREATE INDEX dispatches_by_end ON dispatches (client_id, data_env, campaign_id, ended_at) WHERE ended_at IS NOT NULL`,
  `CREATE TABLE outbound_evidence (
     client_id text NOT NULL,
     data_env text NOT NULL,
     dispatch_id uuid NOT NULL,
     project_id text NOT NULL,
     policy_source text NOT NULL,
     policy_version text NOT NULL,
     call_type text NOT NULL,
     jurisdiction text NOT NULL,
     -- The blocks as the answer shows them; nothing in them is personal but what is masked.
     blocks jsonb NOT NULL,
     recorded_at timestamptz(3) NOT NULL,
     CONSTRAINT outbound_evidence_pkey PRIMARY KEY (client_id, data_env, dispatch_id)
   )`,
  // Runtimes that wait for something to do are told, whoever makes a campaign run.
  `CREATE FUNCTION campaign_runs() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM pg_notify('store_notices', json_build_array(NEW.client_id, NEW.data_env, 'campaign_runs')::text);
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER campaign_runs AFTER UPDATE OF status ON campaigns
     FOR EACH ROW WHEN (NEW.status = 'running' AND OLD.status <> 'running') EXECUTE FUNCTION campaign_runs()`,
];
