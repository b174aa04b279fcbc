import type { Tenant } from '../../core/shared/auth-context.js';
import type { Reader } from '../connection/owner-connection.js';
import { ofTenant } from './restored-tables.js';

/**
 * Deletes builds that have not ended, and contents that are not complete: the work that would finish
 * them goes with the restore. Those of the copy come back with theirs.
 */
export async function clearUnfinishedBuilds(live: Reader, tenant: Tenant): Promise<void> {
  await live.query(`DELETE FROM knowledge_builds WHERE ${ofTenant(tenant)} AND ended_at IS NULL`);
  await live.query(`DELETE FROM knowledge_contents WHERE ${ofTenant(tenant)} AND chunks IS NULL`);
}

/**
 * Lets versions name the restored builds again. No version names them yet: one that does keeps its
 * build in the list.
 */
export async function offerReadyBuilds(live: Reader, metadata: Reader, tenant: Tenant): Promise<void> {
  const ready = await live.query<{ project: string; build: string; since: Date }>(
    `SELECT project_id AS project, build_id AS build, ended_at AS since
       FROM knowledge_builds WHERE ${ofTenant(tenant)} AND state = 'ready'`,
  );
  await metadata.query(
    `INSERT INTO knowledge_ready_builds (client_id, data_env, project_id, build_id, ready_at)
     SELECT $1, $2, * FROM unnest($3::text[], $4::uuid[], $5::timestamptz[])
     ON CONFLICT (client_id, data_env, project_id, build_id) DO NOTHING`,
    [
      tenant.clientId,
      tenant.dataEnv,
      ready.map(({ project }) => project),
      ready.map(({ build }) => build),
      ready.map(({ since }) => since),
    ],
  );
}
