import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which partner organisation a key belongs to, and how long a tenant's keys may live. */
export class KeyOrganisations1764200000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

// Which organisation a key that does not say so belongs to: the owner of the client whose ownership had begun last when
// the key was made, else the one whose began first after it; of a person's key only one that the person is or was a
// member of. Ownerships that have ended count too: a partner that lost the client must not pass its keys on to the next owner.
const OWNER_OF_KEY = `
  CREATE FUNCTION owner_of_api_key(client text, maker text, made_at timestamptz) RETURNS text
  LANGUAGE sql STABLE AS $$
    SELECT w.organisation_id
      FROM partner_client_ownerships w
     WHERE w.client_id = client
       AND (maker !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
            OR EXISTS (SELECT FROM partner_organisation_members m
                        WHERE m.organisation_id = w.organisation_id AND m.user_id::text = maker))
     ORDER BY w.created_at <= made_at DESC, abs(extract(epoch FROM made_at - w.created_at)), w.organisation_id
     LIMIT 1
  $$`;

// For processes of the version before, which run beside this one during its deployment and do not know the column.
const FILL = `
  CREATE FUNCTION fill_api_key_organisation() RETURNS trigger
  LANGUAGE plpgsql AS $$
  BEGIN
    NEW.organisation_id := owner_of_api_key(NEW.client_id, NEW.created_by, NEW.created_at);
    RETURN NEW;
  END $$`;

const UP = [
  `ALTER TABLE api_keys
     ADD organisation_id text,
     ADD CONSTRAINT api_keys_organisation_id_fkey FOREIGN KEY (organisation_id)
         REFERENCES partner_organisations(organisation_id)`,
  OWNER_OF_KEY,
  `UPDATE api_keys SET organisation_id = owner_of_api_key(client_id, created_by, created_at)
    WHERE scope IN ('partner_admin', 'partner_user')`,
  FILL,
  `CREATE TRIGGER api_keys_fill_organisation BEFORE INSERT ON api_keys
     FOR EACH ROW WHEN (NEW.organisation_id IS NULL AND NEW.scope IN ('partner_admin', 'partner_user'))
     EXECUTE FUNCTION fill_api_key_organisation()`,
  `CREATE TABLE tenant_key_settings (
     client_id text NOT NULL,
     data_env text NOT NULL,
     longest_lifetime_days integer,
     updated_at timestamptz NOT NULL DEFAULT now(),
     updated_by text NOT NULL,
     CONSTRAINT tenant_key_settings_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
     CONSTRAINT tenant_key_settings_longest_lifetime_check CHECK (longest_lifetime_days BETWEEN 1 AND 1825),
     CONSTRAINT tenant_key_settings_pkey PRIMARY KEY (client_id, data_env),
     CONSTRAINT tenant_key_settings_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON tenant_key_settings TO telephony_app`,
];

const DOWN = [
  `DROP TABLE tenant_key_settings`,
  `DROP TRIGGER api_keys_fill_organisation ON api_keys`,
  `DROP FUNCTION fill_api_key_organisation`,
  `DROP FUNCTION owner_of_api_key`,
  `ALTER TABLE api_keys DROP organisation_id`,
];
