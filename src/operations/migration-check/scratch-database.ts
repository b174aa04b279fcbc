import { withReader } from '../connection/owner-connection.js';

const NO_TIME_LIMIT = 0;
const NAME_CHARACTERS = 63;
const PERMISSION_DENIED = '42501';
const IN_USE = '55006';

/**
 * Runs `work` with the address of an empty database beside the one at `url`, which is dropped
 * afterwards. It first drops the database of a check that was killed.
 */
export function withScratchDatabase<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const beside = new URL(url);
  const ending = '_migrate_check';
  const name = `${beside.pathname.slice(1, 1 + NAME_CHARACTERS - ending.length)}${ending}`;
  beside.pathname = `/${name}`;
  return withReader(
    url,
    async (server) => {
      const quoted = server.client.escapeIdentifier(decodeURIComponent(name));
      try {
        await server.query(`DROP DATABASE IF EXISTS ${quoted}`);
        await server.query(`CREATE DATABASE ${quoted} TEMPLATE template0`);
      } catch (error) {
        throw explained(error, decodeURIComponent(name), server.client.user ?? 'the login');
      }
      try {
        return await work(beside.toString());
      } finally {
        await server.query(`DROP DATABASE ${quoted} WITH (FORCE)`);
      }
    },
    NO_TIME_LIMIT,
  );
}

function explained(error: unknown, name: string, login: string): unknown {
  const { code } = error as { code?: string };
  if (code === PERMISSION_DENIED)
    return new Error(
      `The check tries migrations in a separate database, which ${login} may not create. As superuser: ALTER ROLE ${login} CREATEDB.`,
    );
  if (code === IN_USE)
    return new Error(`Another check uses the database ${name}: wait until it ends, then repeat this one.`);
  return error;
}
