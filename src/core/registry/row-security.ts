/**
 * Row-level security of tables, as statements of a migration. The sub-selects make PostgreSQL read
 * each setting once per statement rather than per row.
 */

const OF_CLIENT = `client_id = (SELECT current_setting('app.client_id', true))`;
const OF_TENANT = `${OF_CLIENT} AND data_env = (SELECT current_setting('app.data_env', true))`;

const BOUND = 'telephony_requests, telephony_jobs, telephony_operations';
const SEES_ALL = 'telephony_requests_system, telephony_jobs_system';

/** For a table of the metadata store: work across tenants sees its rows; other policies may admit more. */
export const rowsBySystem = (table: string): readonly string[] => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY all_rows ON ${table} TO ${SEES_ALL} USING (true)`,
];

/** The same, and each row for connections that are bound to its client, in any environment. */
export const rowsOfClient = (table: string): readonly string[] => [
  ...rowsBySystem(table),
  `CREATE POLICY tenant_isolation ON ${table} TO ${BOUND} USING (${OF_CLIENT})`,
];

/** The same, and each row for connections that are bound to its client and environment. */
export const rowsOfTenant = (table: string): readonly string[] => [
  ...rowsBySystem(table),
  `CREATE POLICY tenant_isolation ON ${table} TO ${BOUND} USING (${OF_TENANT})`,
];

/** For a table of a tenant store: a connection sees the rows of the tenant it is bound to. */
export const rowsOfStore = (table: string): readonly string[] => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY tenant_isolation ON ${table} TO telephony_app USING (${OF_TENANT})`,
];

/**
 * For a table of a tenant store: a view of the same rows for a connection that is bound to several
 * clients at once (`TenantStores.readAcross`). It runs with its owner's rights, so only this
 * condition restricts it. Because of IS TRUE, PostgreSQL reads the list of clients once per
 * statement and looks each row's up in a hash; as a join it reads the list for each row of an outer
 * relation.
 */
export const viewOfClients = (view: string, table: string, columns: string): readonly string[] => [
  `CREATE OR REPLACE VIEW ${view} WITH (security_barrier) AS
     SELECT client_id, data_env, ${columns} FROM ${table}
      WHERE (client_id IN (SELECT unnest(string_to_array(current_setting('app.client_id', true), E'\\n')))) IS TRUE
        AND data_env = (SELECT current_setting('app.data_env', true))`,
  `GRANT SELECT ON ${view} TO telephony_app`,
];
