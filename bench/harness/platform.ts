import { createSecretKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { Client } from 'pg';
import { platformEnvironment } from '../../tools/dev/settings.ts';
import { generateApiKey, hashApiKey, parseApiKey } from '#app/core/auth/api-keys/api-key.format.js';
import { admitLogins, prepareDatabases } from '../../tools/dev/postgres/databases.ts';
import { startEmbeddedPostgres } from '../../tools/dev/postgres/embedded-postgres.ts';
import { startIdentityProvider } from '../../tools/dev/identity/identity-provider.ts';
import { ensureMasterKey, loadSecrets } from '../../tools/dev/secrets.ts';
import { REGISTRY } from '#app/app.module.js';
import { migrateAll } from '#app/operations/migrate-all.js';

/** Enough that lookups use indexes; a table of one page would be scanned. */
const CLIENTS = 2000;
/** How many different people send requests, one per connection. */
const PEOPLE = 64;
/** The whole run takes less time. */
const TOKEN_SECONDS = 3600;

export const PROJECT_ID = 'bench-project';
/** All tenants are in store-a. */
export const STORE_DATABASE = 'store_a';

/**
 * The measured platform: real databases, real credentials, and the environment of our processes.
 */
export interface Platform {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The login of workers in the metadata store, which has other rights. */
  readonly workerMetadataUrl: string;
  /** The login of operators' commands in the metadata store. */
  readonly operatorMetadataUrl: string;
  /** Row-level security binds our own processes, but not those of the floor. */
  readonly metadataSuperuserUrl: string;
  /** The tenant store as a superuser, who creates the floor's own tables there. */
  readonly storeSuperuserUrl: string;
  /** Any database of the server, as a superuser. */
  readonly superuserUrl: (database: string) => string;
  /** Scope partner_admin. */
  readonly partnerKey: string;
  /** Scope runtime-ingest. */
  readonly ingestKey: string;
  /** Tokens of different people, each a partner_admin of one client. */
  readonly tokens: readonly string[];
  readonly clientIds: readonly string[];
}

/** The folder of the platform, and who stops the processes that were started. */
interface PlatformOptions {
  /** Kept at the end of the run for the next one; without it, a folder is created and removed. */
  readonly keptIn?: string;
  /** Settings of the PostgreSQL server. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * Told how to undo each step as soon as it is done: the run may end in the middle of the next.
   */
  readonly onClose: (undo: () => Promise<void>) => void;
}

/** Starts PostgreSQL and an identity provider, with the tenants of the benchmarks. */
export async function startPlatform({ keptIn, settings = {}, onClose }: PlatformOptions): Promise<Platform> {
  const dataDir = keptIn ?? mkdtempSync(join(tmpdir(), 'telephony-bench-'));
  if (keptIn === undefined) {
    // If root runs it, PostgreSQL runs under another account, which needs access.
    chmodSync(dataDir, 0o755);
    onClose(async () => rmSync(dataDir, { recursive: true, force: true }));
  }
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), fast: true, settings });
  onClose(() => server.stop());
  const secrets = loadSecrets(join(dataDir, 'secrets.json'));
  const databases = await prepareDatabases(server, secrets);
  await migrateAll(databases.migration, REGISTRY, () => undefined);
  await admitLogins(server);

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomUUID();
  const jwk = { ...privateKey.export({ format: 'jwk' }), kty: 'RSA', kid, alg: 'RS256', use: 'sig' };
  const identity = await startIdentityProvider({ accounts: [], jwks: { keys: [jwk] } });
  onClose(() => identity.stop());
  const masterKeyFile = join(dataDir, 'master.key');
  ensureMasterKey(masterKeyFile);

  const partnerKey = generateApiKey('prod');
  const ingestKey = generateApiKey('prod');
  const db = new Client({ connectionString: server.superuserUrl('metadata') });
  await db.connect();
  const { rowCount } = await db.query('SELECT FROM clients LIMIT 1');
  if (rowCount === 0) await plantTenants(db);
  await plantKey(db, secrets.apiKeyPepper, partnerKey, 'partner_admin');
  await plantKey(db, secrets.apiKeyPepper, ingestKey, 'runtime-ingest');
  await db.end();

  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  return {
    environment: platformEnvironment(
      {
        port: 0,
        host: '127.0.0.1',
        metadataUrl: databases.metadataUrl,
        tenantStoreUrls: databases.tenantStoreUrls,
        identity,
        billing: null,
        mailServerUrl: null,
        nameServer: null,
        apiKeyPepper: secrets.apiKeyPepper,
        cursorSecret: secrets.cursorSecret,
        masterKeyFile,
        filesDir: join(dataDir, 'files'),
      },
      {},
    ),
    workerMetadataUrl: databases.workerMetadataUrl,
    operatorMetadataUrl: databases.operatorMetadataUrl,
    metadataSuperuserUrl: server.superuserUrl('metadata'),
    storeSuperuserUrl: server.superuserUrl(STORE_DATABASE),
    superuserUrl: (database) => server.superuserUrl(database),
    partnerKey,
    ingestKey,
    tokens: Array.from({ length: PEOPLE }, (_, index) =>
      jwt.sign({ sub: `subject-${index + 1}` }, pem, {
        algorithm: 'RS256',
        header: { alg: 'RS256', typ: 'at+jwt' },
        keyid: kid,
        issuer: identity.issuer,
        audience: identity.audience,
        expiresIn: TOKEN_SECONDS,
      }),
    ),
    clientIds: Array.from({ length: PEOPLE }, (_, index) => `client-${index + 1}`),
  };
}

/**
 * Clients with one partner each; each partner has one assignment through an organisation that owns
 * the client.
 */
async function plantTenants(db: Client): Promise<void> {
  // All or nothing: rows in a kept folder are not planted again.
  for (const statement of [
    'BEGIN',
    `INSERT INTO clients (client_id, business_name, timezone)
     SELECT 'client-' || n, 'Business ' || n, 'Australia/Sydney' FROM generate_series(1, ${CLIENTS}) n`,
    `INSERT INTO tenant_routes (client_id, data_env, store_id)
     SELECT client_id, 'prod', 'store-a' FROM clients`,
    `INSERT INTO portal_users (user_id, subject, display_name)
     SELECT gen_random_uuid(), 'subject-' || n, 'Person ' || n FROM generate_series(1, ${CLIENTS}) n`,
    `INSERT INTO partner_organisations (organisation_id, name)
     SELECT 'organisation-' || n, 'Organisation ' || n FROM generate_series(1, ${CLIENTS}) n`,
    `INSERT INTO partner_organisation_members (organisation_id, user_id)
     SELECT replace(subject, 'subject', 'organisation'), user_id FROM portal_users`,
    `INSERT INTO portal_user_client_assignments (user_id, client_id, data_env, role, is_default, active, organisation_id)
     SELECT user_id, replace(subject, 'subject', 'client'), 'prod', 'partner_admin', true, true,
            replace(subject, 'subject', 'organisation')
       FROM portal_users`,
    `INSERT INTO partner_client_ownerships (organisation_id, client_id)
     SELECT 'organisation-' || n, 'client-' || n FROM generate_series(1, ${CLIENTS}) n`,
    `INSERT INTO projects (client_id, data_env, project_id, display_name, timezone, lifecycle_state)
     VALUES ('client-1', 'prod', '${PROJECT_ID}', 'Benchmarks', 'Australia/Sydney', 'active')`,
    'COMMIT',
    'ANALYZE',
  ]) {
    await db.query(statement);
  }
}

export async function plantKey(
  db: Client,
  pepper: string,
  text: string,
  scope: string,
  client = 1,
): Promise<void> {
  const hash = hashApiKey(createSecretKey(Buffer.from(pepper, 'base64')), text);
  await db.query(
    `INSERT INTO api_keys (client_id, data_env, scope, key_prefix, secret_hash, last_four, description, created_by, organisation_id)
     VALUES ('client-' || $5, 'prod', $1, $2, $3, $4, 'benchmarks', 'benchmarks', CASE WHEN $1 LIKE 'partner%' THEN 'organisation-' || $5 END)`,
    [scope, parseApiKey(text)?.keyPrefix, hash, text.slice(-4), String(client)],
  );
}
