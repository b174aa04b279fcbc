import { Client } from 'pg';
import type { MigrationSettings } from '#app/config/settings.js';
import type { EmbeddedServer } from './embedded-postgres.ts';
import type { PlatformSecrets } from './secrets.ts';

const OWNER = 'telephony_owner';
const API = 'telephony_api';
const METADATA = 'metadata';
/** Store id, as TENANT_STORES names it, to database. */
const STORES: ReadonlyMap<string, string> = new Map([
  ['store-a', 'store_a'],
  ['store-b', 'store_b'],
]);

/** Addresses of the databases, once for the owner of the tables and once for the API and the worker. */
interface DatabaseAddresses {
  readonly migration: MigrationSettings;
  readonly metadataUrl: string;
  readonly tenantStoreUrls: ReadonlyMap<string, string>;
}

/** Makes the login roles and the databases that are missing, and sets the roles' passwords. */
export async function prepareDatabases(
  server: EmbeddedServer,
  secrets: PlatformSecrets,
): Promise<DatabaseAddresses> {
  await asSuperuser(server, async (client) => {
    // Not a superuser, so that the policies are tried as in production; it makes the group role telephony_app.
    await ensureRole(client, OWNER, 'LOGIN CREATEROLE', secrets.ownerPassword);
    await ensureRole(client, API, 'LOGIN', secrets.apiPassword);
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database');
    for (const name of [METADATA, ...STORES.values()]) {
      if (!rows.some(({ datname }) => datname === name)) await server.createDatabase(name);
      await client.query(`ALTER DATABASE ${client.escapeIdentifier(name)} OWNER TO ${OWNER}`);
    }
  });
  const url = (role: string, password: string) => (database: string) =>
    `postgres://${role}:${password}@127.0.0.1:${server.port}/${database}`;
  const owner = url(OWNER, secrets.ownerPassword);
  const api = url(API, secrets.apiPassword);
  const stores = (address: (database: string) => string) =>
    new Map([...STORES].map(([storeId, database]) => [storeId, address(database)]));
  return {
    migration: { metadataOwnerUrl: owner(METADATA), tenantStoreOwnerUrls: stores(owner) },
    metadataUrl: api(METADATA),
    tenantStoreUrls: stores(api),
  };
}

/** Lets the API's login act as the application role, which the migrations have made. */
export async function admitApplicationLogin(server: EmbeddedServer): Promise<void> {
  await asSuperuser(server, (client) => client.query(`GRANT telephony_app TO ${API}`));
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
  // The server may be stopped in the middle; the query under way reports that.
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
