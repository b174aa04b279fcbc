import { Client } from 'pg';
import type { MigrationSettings } from '#app/config/settings.js';
import type { EmbeddedServer } from './embedded-postgres.ts';
import type { PlatformSecrets } from '../secrets.ts';

const OWNER = 'telephony_owner';
const METADATA = 'metadata';
/** The database of each store id in TENANT_STORES. */
const STORES: ReadonlyMap<string, string> = new Map([
  ['store-a', 'store_a'],
  ['store-b', 'store_b'],
]);

/**
 * A login for each process, the role to which it belongs, and the role that it may assume; the
 * migrations have created the roles.
 */
const LOGINS = {
  telephony_main: { in: 'telephony_requests', as: 'telephony_requests_system' },
  telephony_worker: { in: 'telephony_jobs', as: 'telephony_jobs_system' },
  telephony_operator: { in: 'telephony_operations', as: 'telephony_requests_system' },
  telephony_store: { in: 'telephony_app', as: null },
} as const;
type Login = keyof typeof LOGINS;

/** Addresses of the databases, with the login of each process. */
export interface DatabaseAddresses {
  readonly migration: MigrationSettings;
  /** The API's login. */
  readonly metadataUrl: string;
  readonly workerMetadataUrl: string;
  readonly operatorMetadataUrl: string;
  readonly tenantStoreUrls: ReadonlyMap<string, string>;
}

/** Creates missing login roles and databases, and sets the roles' passwords. */
export async function prepareDatabases(
  server: EmbeddedServer,
  secrets: PlatformSecrets,
): Promise<DatabaseAddresses> {
  await asSuperuser(server, async (client) => {
    // Not a superuser, so that row-level policies apply as in production; it creates the group
    // roles, and databases for `migrate --check`.
    await ensureRole(client, OWNER, 'LOGIN CREATEROLE CREATEDB REPLICATION', secrets.ownerPassword);
    // With REPLICATION, for moves of tenants between stores.
    await client.query(`GRANT pg_create_subscription TO ${OWNER}`);
    for (const login of Object.keys(LOGINS)) await ensureRole(client, login, 'LOGIN', secrets.loginPassword);
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database');
    for (const name of [METADATA, ...STORES.values()]) {
      if (!rows.some(({ datname }) => datname === name)) await server.createDatabase(name);
      await client.query(`ALTER DATABASE ${client.escapeIdentifier(name)} OWNER TO ${OWNER}`);
    }
  });
  const url = (role: string, password: string) => (database: string) =>
    `postgres://${role}:${password}@127.0.0.1:${server.port}/${database}`;
  const owner = url(OWNER, secrets.ownerPassword);
  const as = (login: Login) => url(login, secrets.loginPassword);
  const stores = (address: (database: string) => string) =>
    new Map([...STORES].map(([storeId, database]) => [storeId, address(database)]));
  return {
    migration: { metadataOwnerUrl: owner(METADATA), tenantStoreOwnerUrls: stores(owner) },
    metadataUrl: as('telephony_main')(METADATA),
    workerMetadataUrl: as('telephony_worker')(METADATA),
    operatorMetadataUrl: as('telephony_operator')(METADATA),
    tenantStoreUrls: stores(as('telephony_store')),
  };
}

/**
 * Gives each login the rights of its process, through the group roles created by the migrations,
 * and access only to its own databases: otherwise every login could connect to all databases of the
 * server.
 */
export async function admitLogins(server: EmbeddedServer): Promise<void> {
  await asSuperuser(server, async (client) => {
    for (const [login, { in: group, as: system }] of Object.entries(LOGINS)) {
      await client.query(`GRANT ${group} TO ${login}`);
      // It acts as the role with SET ROLE, and has none of the role's rights otherwise.
      if (system !== null) await client.query(`GRANT ${system} TO ${login} WITH INHERIT FALSE, SET TRUE`);
    }
    const { telephony_store: store, ...processes } = LOGINS;
    const groups = Object.values(processes).map((login) => login.in);
    await admitTo(client, METADATA, groups);
    for (const database of STORES.values()) await admitTo(client, database, [store.in]);
  });
}

/** Like deploy/init-metadata.sql and deploy/init-store.sql. */
async function admitTo(client: Client, database: string, groups: readonly string[]): Promise<void> {
  await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
  await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${groups.join(', ')}`);
}

async function ensureRole(client: Client, role: string, attributes: string, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(`${verb} ROLE ${role} ${attributes} PASSWORD ${client.escapeLiteral(password)}`);
}

async function asSuperuser(
  server: EmbeddedServer,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({ connectionString: server.superuserUrl('postgres') });
  // The server may be stopped in the middle; the query in progress reports that.
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
