import type { Client } from 'pg';
import { LoggableError } from '../kernel/platform-error.js';
import { prepareOpening } from './metadata-opening.js';

/** As the pool asks for it: called once for each new connection, before it is leased for the first time. */
type Verify = (client: Client, done: (error?: Error) => void) => void;

/** Roles that see the rows of all tenants; a login may act as its own by SET ROLE, and must not inherit from any. */
const SEES_ALL = `('telephony_app', 'telephony_requests_system', 'telephony_jobs_system')`;

const MAY_BYPASS = `
  SELECT r.rolsuper OR r.rolbypassrls
      OR EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
                    AND pg_has_role(current_user, c.relowner, 'USAGE'))
      OR EXISTS (SELECT FROM pg_roles a WHERE a.rolname IN ${SEES_ALL} AND pg_has_role(current_user, a.oid, 'USAGE'))
      AS may_bypass
    FROM pg_roles r WHERE r.rolname = current_user`;

// Which of the two it is, the operator has decided with the login.
const BECOME_SYSTEM = `
  SELECT set_config('role', s.rolname, false)
    FROM pg_roles s
   WHERE s.rolname IN ('telephony_requests_system', 'telephony_jobs_system') AND pg_has_role(session_user, s.oid, 'SET')
   ORDER BY s.rolname DESC
   LIMIT 1`;

const asVerify =
  (work: (client: Client) => Promise<void>): Verify =>
  (client, done) => {
    work(client).then(
      () => done(),
      (error: unknown) => done(error as Error),
    );
  };

/** Of the tenants' door: a login that could step around row-level security is refused. */
export const prepareForTenants = asVerify(async (client) => {
  const { rows } = await client.query<{ may_bypass: boolean }>(MAY_BYPASS);
  if (rows[0]?.may_bypass !== false) {
    throw new LoggableError(
      'The login of METADATA_DATABASE_URL sees the rows of all tenants; use one that only belongs to ' +
        'telephony_requests, telephony_jobs or telephony_operations.',
    );
  }
  await prepareOpening(client);
});

/** Of the door for work across tenants: acts as the role that sees what such work needs. */
export const prepareForSystem = asVerify(async (client) => {
  const { rowCount } = await client.query(BECOME_SYSTEM);
  if (rowCount === 0) {
    throw new LoggableError(
      'The login of METADATA_DATABASE_URL may act neither as telephony_requests_system nor as telephony_jobs_system.',
    );
  }
});
