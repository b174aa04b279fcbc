import type { DataEnv } from '../../../core/kernel/auth-context.js';
import { inboundNumbersOf, NAMING_SECTION } from './inbound-numbers.policy.js';
import type { InboundNumbers } from './inbound-numbers.service.js';
import type { OwnedMetadata } from './reseal.js';
import { versionPlace } from './sealed-places.js';
import type { SealedSections } from './sealed-sections.service.js';

interface PublishedRow {
  readonly client_id: string;
  readonly data_env: DataEnv;
  readonly project_id: string;
  readonly version_number: number;
  readonly assistant: Readonly<Record<string, unknown>>;
}

// A row takes up to 128 KiB; a batch of them is held at once.
const BATCH = 100;

/** A restored project too, which is in setup: the runtime is handed what it had published. $1 to $3: where the page before ended; $4: the section; $5: how many. */
const PUBLISHED_PAGE = `
  SELECT p.client_id, p.data_env, p.project_id, v.version_number, v.sections->$4 AS assistant
    FROM projects p
    JOIN project_versions v ON v.client_id = p.client_id AND v.data_env = p.data_env AND v.project_id = p.project_id
     AND v.version_number = p.latest_published_version
   WHERE p.lifecycle_state <> 'archived' AND v.sections ? $4 AND (p.client_id, p.data_env, p.project_id) > ($1, $2, $3)
   ORDER BY p.client_id, p.data_env, p.project_id LIMIT $5`;

/**
 * Where none belongs to another project, and unless the project has released something else meanwhile, which took its numbers itself.
 * $4: the version; $5: hashes.
 */
const CLAIM_PUBLISHED = `
  WITH project AS MATERIALIZED (
    SELECT p.client_id, p.data_env, p.project_id FROM projects p
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3 AND p.lifecycle_state <> 'archived'
       AND p.latest_published_version = $4
       FOR NO KEY UPDATE)
  INSERT INTO project_inbound_numbers (client_id, data_env, number_hash, project_id, is_staged)
  SELECT p.client_id, p.data_env, h.number_hash, p.project_id, false
    FROM project p, (SELECT DISTINCT unnest($5::text[]) AS number_hash ORDER BY 1) h
   WHERE NOT EXISTS (SELECT 1 FROM project_inbound_numbers n
                      WHERE n.client_id = $1 AND n.data_env = $2 AND n.project_id <> $3 AND n.number_hash = ANY($5::text[]))
      ON CONFLICT (client_id, data_env, number_hash) DO NOTHING`;

/** Those of $4 that belong to others. */
const BELONG_TO_OTHERS = `
  SELECT DISTINCT n.project_id FROM project_inbound_numbers n
   WHERE n.client_id = $1 AND n.data_env = $2 AND n.project_id <> $3 AND n.number_hash = ANY($4::text[]) ORDER BY 1`;

/**
 * Gives projects the inbound numbers of what they published before numbers belonged to one (workspace 11.12). It may be ended at
 * any time and run again, beside a running service. Of several projects with one number the first by its id gets it; the others go on as
 * they are, and are told at their next release.
 * @param say told of every project that shares a number, and of how many there were
 * @throws KeyUnavailableError when a tenant's key cannot be had
 */
export async function claimNumbers(
  sealed: SealedSections,
  numbers: InboundNumbers,
  store: OwnedMetadata,
  say: (line: string) => void,
): Promise<void> {
  let after: readonly unknown[] = ['', '', ''];
  let seen = 0;
  for (;;) {
    const rows = (await store.query(PUBLISHED_PAGE, [...after, NAMING_SECTION, BATCH])) as PublishedRow[];
    for (const row of rows) {
      const others = await claimOf(sealed, numbers, store, row);
      if (others.length > 0) {
        const { client_id: client, data_env: env, project_id: project } = row;
        say(`${client} ${env}: ${project} answers numbers that belong to ${others.join(', ')}`);
      }
    }
    seen += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) break;
    after = [last.client_id, last.data_env, last.project_id];
  }
  say(`${seen} published projects looked at`);
}

/** @returns the projects to which some of its numbers belong */
async function claimOf(
  sealed: SealedSections,
  numbers: InboundNumbers,
  store: OwnedMetadata,
  {
    client_id: clientId,
    data_env: dataEnv,
    project_id: projectId,
    version_number: version,
    assistant,
  }: PublishedRow,
): Promise<string[]> {
  const tenant = { clientId, dataEnv };
  const opened = await sealed.open(
    tenant,
    versionPlace(tenant, projectId, version, NAMING_SECTION),
    assistant,
  );
  const hashes = (await numbers.hashesOf(tenant, inboundNumbersOf(opened))).flat();
  if (hashes.length === 0) return [];
  const of = [clientId, dataEnv, projectId];
  await store.query(CLAIM_PUBLISHED, [...of, version, hashes]);
  const others = (await store.query(BELONG_TO_OTHERS, [...of, hashes])) as { project_id: string }[];
  return others.map((it) => it.project_id);
}
