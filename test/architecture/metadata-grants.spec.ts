import { describe, expect, it } from 'vitest';
import { withClient, useTestDatabases } from '../support/databases.js';

// The rights of each role on a whole table, then its rights on single columns. (information_schema
// says the same and takes minutes over it.)
const RIGHTS = `
  WITH granted AS (
    SELECT c.relname::text AS "table", a.grantee, a.privilege_type AS privilege, NULL AS columns
      FROM pg_class c CROSS JOIN aclexplode(c.relacl) a
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
     UNION ALL
    SELECT c.relname::text, a.grantee, a.privilege_type, string_agg(t.attname, ', ' ORDER BY t.attname)
      FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid CROSS JOIN aclexplode(t.attacl) a
     WHERE c.relnamespace = 'public'::regnamespace
     GROUP BY 1, 2, 3)
  SELECT "table", string_agg(lower(privilege) || coalesce(' (' || columns || ')', ''), ', '
                  ORDER BY array_position('{SELECT,INSERT,UPDATE,DELETE}', privilege)) AS rights
    FROM granted
   WHERE grantee = $1::regrole
   GROUP BY 1 ORDER BY 1`;

const ROLES = {
  telephony_requests: 'The API, for the tenant of a request.',
  telephony_requests_system: 'The API and operate, across tenants: guards and interceptors.',
  telephony_jobs: 'The worker, for the tenant of a job.',
  telephony_jobs_system: 'The worker, across tenants.',
  telephony_operations: 'operate, for the tenant of a command.',
};

describe('what the logins of the service may do in the metadata store', () => {
  const databases = useTestDatabases();

  // A diff here changes what a process may read or write: review it like a change of permissions.
  it('is as reviewed', async () => {
    const parts = await withClient(databases.superuser.metadataUrl, async (client) => {
      const found: string[] = [];
      for (const [role, purpose] of Object.entries(ROLES)) {
        const { rows } = await client.query<{ table: string; rights: string }>(RIGHTS, [role]);
        const lines = rows.map(({ table, rights }) => `  ${table.padEnd(32)}${rights}`);
        found.push([`${role}: ${purpose}`, ...lines].join('\n'));
      }
      return found;
    });
    await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot('metadata-grants.txt');
  });

  it('is nothing by itself for those who act across tenants: a login has to say so', async () => {
    for (const url of [databases.metadataUrl, databases.workerMetadataUrl, databases.operatorMetadataUrl]) {
      const rows = await withClient(
        url,
        async (client) =>
          (
            await client.query<{ rolname: string }>(
              `SELECT rolname::text FROM pg_roles WHERE rolname LIKE 'telephony_%' AND rolname <> current_user
                  AND pg_has_role(current_user, oid, 'USAGE')`,
            )
          ).rows,
      );
      expect(rows).toHaveLength(1);
      expect(rows[0]!.rolname).not.toMatch(/system|app|owner/);
    }
  });
});
