import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { settingsOf, type Settings } from '../../../config/settings.js';
import { FILES_SETTINGS } from '../../../core/files/files.settings.js';
import { SCANNER_SETTINGS } from '../../../core/scanner/scanner.settings.js';
import { withReader } from '../../connection/owner-connection.js';
import { sizeText } from '../tenant-load.policy.js';
import type { Finding } from './database-findings.policy.js';

// docs/operations.md, "Stored files": an alert at 80 %.
const FULL = 0.8;

export const scannerKind = (settings: Settings): string => settingsOf(settings, SCANNER_SETTINGS).SCANNER;

/** How full the disk of stored files is. */
export async function filesOf(
  settings: Settings,
): Promise<{ summary: string; findings: readonly Finding[] }> {
  const { FILE_STORE: kind, FILES_DIR: folder, S3_BUCKET: bucket } = settingsOf(settings, FILES_SETTINGS);
  if (kind === 's3') return { summary: `bucket ${bucket}`, findings: [] };
  // As df counts: blocks that are kept for root are neither used nor free.
  const { blocks, bfree, bavail, bsize } = await statOf(resolve(folder));
  const taken = blocks - bfree;
  const used = taken / (taken + bavail);
  const summary = `${folder}, ${sizeText(bavail * bsize)} free of ${sizeText((taken + bavail) * bsize)}`;
  return { summary, findings: diskFindings(folder, used) };
}

/** @param used the full part of the disk, from 0 to 1 */
export const diskFindings = (folder: string, used: number): readonly Finding[] =>
  used < FULL
    ? []
    : [
        {
          what: `The disk of ${folder} is ${Math.round(used * 100)} % full`,
          remedy: 'Make room or enlarge it: a full one refuses reports and exports with 503.',
        },
      ];

/** The folder is created with the first file; until then its disk is that of the folder above. */
const statOf = (folder: string): Promise<StatsFs> =>
  statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || folder === dirname(folder)) throw error;
    return statOf(dirname(folder));
  });

// Customers would be the first to notice that calls stop; two weeks are enough to hand over a new key.
const ENDING_KEYS = `
  SELECT client_id, data_env, key_id, expires_at FROM api_keys
   WHERE scope = 'runtime-ingest' AND revoked_at IS NULL AND replaced_by_key_id IS NULL
     AND expires_at > $1 AND expires_at < $1::timestamptz + interval '14 days'
   ORDER BY expires_at LIMIT 20`;

const LOST_ROUTES = `
  SELECT store_id, count(*)::int AS tenants FROM tenant_routes WHERE store_id <> ALL ($1::text[])
   GROUP BY store_id ORDER BY store_id`;

/** Keys of runtimes that end soon, and routes to stores that no setting names. */
export const directoryFindings = (
  metadataOwnerUrl: string,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly Finding[]> =>
  withReader(metadataOwnerUrl, async (metadata) => {
    const keys = await metadata.query<{
      client_id: string;
      data_env: string;
      key_id: string;
      expires_at: Date;
    }>(ENDING_KEYS, [now]);
    const routes = await metadata.query<{ store_id: string; tenants: number }>(LOST_ROUTES, [storeIds]);
    return [
      ...keys.map((key) => ({
        what: `The runtime key ${key.key_id} of ${key.client_id} ${key.data_env} expires on ${key.expires_at.toISOString().slice(0, 10)}`,
        remedy: `operate create-key --client ${key.client_id} --env ${key.data_env} --scope runtime-ingest, and give it to the runtime.`,
      })),
      ...routes.map(({ store_id: storeId, tenants }) => ({
        what: `${tenants} routes lead to the store ${storeId}, which TENANT_STORES does not name`,
        remedy: 'Add it to TENANT_STORES and restart: requests of these tenants are 500 until then.',
      })),
    ];
  });
