import { Client } from 'pg';
import type { Child } from '../children.ts';
import type { Bench, StartOurs } from '../compare.ts';
import { startPlatform } from '../platform.ts';
import type { Platform } from '../platform.ts';

/** Clients of the first person's organisation. */
export const CLIENTS_OF_PARTNER = 500;
/** Projects of each client; one of five has a draft. */
const PROJECTS = 5;

interface Opening {
  readonly client: Child;
  readonly startOursOn: (platform: Platform) => StartOurs;
  readonly onClose: (undo: () => Promise<void>) => void;
}

/**
 * The platform with one large partner, whose first person is its partner_admin, and other partners.
 */
export async function openPartnerBench({ client, startOursOn, onClose }: Opening): Promise<Bench> {
  const platform = await startPlatform({ onClose });
  const db = new Client({ connectionString: platform.metadataSuperuserUrl });
  await db.connect();
  for (const statement of PLANT) await db.query(statement);
  await db.end();
  return { platform, client, startOurs: startOursOn(platform) };
}

const PLANT = [
  `INSERT INTO partner_client_ownerships (organisation_id, client_id)
   SELECT 'organisation-1', 'client-' || n FROM generate_series(2, ${CLIENTS_OF_PARTNER}) n`,
  `INSERT INTO projects (client_id, data_env, project_id, display_name, timezone, lifecycle_state)
   SELECT 'client-' || n, 'prod', 'desk-' || p, 'Desk ' || p, 'Australia/Sydney', CASE WHEN p = 5 THEN 'archived' ELSE 'active' END
     FROM generate_series(1, ${2 * CLIENTS_OF_PARTNER}) n, generate_series(1, ${PROJECTS}) p`,
  `INSERT INTO project_drafts (client_id, data_env, project_id, etag, updated_by)
   SELECT client_id, data_env, project_id, 'etag', 'bench' FROM projects WHERE project_id = 'desk-1'`,
  'CHECKPOINT',
  'VACUUM (ANALYZE) clients, partner_client_ownerships, partner_organisation_members, portal_user_client_assignments, projects, project_drafts',
];
