import type { MetadataGroup } from '../../../config/settings.js';
import { LoggableError } from '../../shared/platform-error.js';
import type { Preparation } from '../driver/new-connection.js';
import { prepareOpening } from './metadata-opening.js';

/** The process has the wrong login; only a changed setting helps. */
export class WrongLoginError extends LoggableError {
  override readonly name = 'WrongLoginError';
}

/**
 * Roles that see the rows of all tenants. A login may switch to its own one with SET ROLE, and must
 * not inherit any.
 */
const SEES_ALL = `('telephony_requests_system', 'telephony_jobs_system')`;

const MAY_BYPASS = `
  SELECT r.rolsuper OR r.rolbypassrls
      OR EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
                    AND pg_has_role(current_user, c.relowner, 'USAGE'))
      OR EXISTS (SELECT FROM pg_roles a WHERE a.rolname IN ${SEES_ALL} AND pg_has_role(current_user, a.oid, 'USAGE'))
      AS may_bypass,
         pg_has_role(current_user, $1, 'USAGE') AS is_member
    FROM pg_roles r WHERE r.rolname = current_user`;

const SYSTEM_ROLE_OF: Readonly<Record<MetadataGroup, string>> = {
  telephony_requests: 'telephony_requests_system',
  telephony_jobs: 'telephony_jobs_system',
  telephony_operations: 'telephony_requests_system',
};

// A guard's statement finds a few rows by key, so one plan suits all values. By default PostgreSQL
// plans the longer ones for each request, which takes four times as long as running them. Their
// rows are in memory, where random access costs no more than sequential.
const BECOME_SYSTEM = `
  SELECT set_config('role', s.rolname, false), set_config('plan_cache_mode', 'force_generic_plan', false),
         set_config('random_page_cost', '1.1', false)
    FROM pg_roles s
   WHERE s.rolname = $1 AND pg_has_role(session_user, s.oid, 'SET')`;

/** Refuses a login that could bypass row-level security, and the login of another process. */
export const prepareForTenants =
  (group: MetadataGroup): Preparation =>
  async (client) => {
    const { rows } = await client.query<{ may_bypass: boolean; is_member: boolean }>(MAY_BYPASS, [group]);
    if (rows[0]?.may_bypass !== false) {
      throw new WrongLoginError(
        'The login of METADATA_DATABASE_URL can see the rows of all tenants; use a login that is a member only of ' +
          `${group}.`,
      );
    }
    if (!rows[0].is_member) {
      throw new WrongLoginError(
        `The login of METADATA_DATABASE_URL belongs to another kind of process; this one needs a member of ${group}.`,
      );
    }
    await prepareOpening(client);
  };

/** Switches to the role that sees the rows of work across tenants. */
export const prepareForSystem =
  (group: MetadataGroup): Preparation =>
  async (client) => {
    const role = SYSTEM_ROLE_OF[group];
    const { rowCount } = await client.query(BECOME_SYSTEM, [role]);
    if (rowCount === 0) {
      throw new WrongLoginError(`The login of METADATA_DATABASE_URL may not act as ${role}.`);
    }
  };
