import type { MigrationInterface } from 'typeorm';
import { socketOf } from '../../../core/database/driver/socket-of.js';
import type { Clock } from '../../../core/time/clock.js';
import { withReader, type Reader } from '../../connection/owner-connection.js';
import type { DatabaseFacts, Replica, Slot, UnsafeRole, WaitingWork } from './database-findings.policy.js';

/** A database and what should be in it. */
export interface Examined {
  readonly url: string;
  readonly isTenantStore: boolean;
  /** Roles of which a member sees the rows of one tenant at a time. */
  readonly groups: readonly string[];
  readonly migrations: readonly (new () => MigrationInterface)[];
}

/**
 * Asks a database, as its owner, what an operator should know.
 * @throws the driver's error if it does not answer
 */
export const factsOf = (examined: Examined, clock: Clock): Promise<DatabaseFacts> =>
  withReader(examined.url, async (db) => {
    const clockAheadMs = await clockOf(db, clock);
    const [server] = await db.query<ServerRow>(SERVER);
    const [uses] = await db.query<UsesRow>(USES);
    return {
      ...(await migrationsOf(db, examined.migrations)),
      ...server!,
      ...uses!,
      clockAheadMs,
      certificateEnds: certificateEnds(db),
      unsafeRoles: await db.query<UnsafeRole>(UNSAFE_ROLES, [examined.groups]),
      openTables: (await db.query<{ name: string }>(OPEN_TABLES)).map(({ name }) => name),
      replicas: await db.query<Replica>(REPLICAS),
      slots: await db.query<Slot>(SLOTS),
      work: await db.query<WaitingWork>(examined.isTenantStore ? WORK : JOBS),
    };
  });

type ServerRow = Pick<
  DatabaseFacts,
  'version' | 'versionNum' | 'isStandby' | 'isReadOnly' | 'synchronousStandbys'
>;

const SERVER = `
  SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS "versionNum",
         pg_is_in_recovery() AS "isStandby", current_setting('default_transaction_read_only') = 'on' AS "isReadOnly",
         current_setting('synchronous_standby_names') AS "synchronousStandbys"`;

// A login without pg_monitor sees neither kind nor transaction of the sessions of others.
type UsesRow = Pick<
  DatabaseFacts,
  | 'sizeBytes'
  | 'connections'
  | 'maxConnections'
  | 'oldestTransactionSeconds'
  | 'transactionAge'
  | 'isOpenToAll'
>;

const USES = `
  SELECT pg_database_size(current_database())::float8 AS "sizeBytes",
         (SELECT sum(numbackends) FROM pg_stat_database)::int AS connections,
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - current_setting('reserved_connections')::int AS "maxConnections",
         (SELECT coalesce(extract(epoch FROM now() - min(xact_start)), 0) FROM pg_stat_activity
           WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid())::float8
           AS "oldestTransactionSeconds",
         age(datfrozenxid)::int AS "transactionAge",
         EXISTS (SELECT FROM aclexplode(coalesce(datacl, acldefault('d', datdba))) g
                  WHERE g.grantee = 0 AND g.privilege_type = 'CONNECT') AS "isOpenToAll"
    FROM pg_database WHERE datname = current_database()`;

// The owner grants the groups' roles, which makes it a member that may neither act as one nor inherits it.
const UNSAFE_ROLES = `
  WITH RECURSIVE members AS (
    SELECT r.oid FROM pg_roles r WHERE r.rolname = ANY ($1::text[])
    UNION
    SELECT m.member FROM pg_auth_members m JOIN members ON members.oid = m.roleid
     WHERE m.inherit_option OR m.set_option)
  SELECT r.rolname AS role,
         CASE WHEN r.rolsuper THEN 'is a superuser' WHEN r.rolbypassrls THEN 'has BYPASSRLS' ELSE 'owns tables' END AS why
    FROM pg_roles r JOIN members USING (oid)
   WHERE r.rolsuper OR r.rolbypassrls
      OR EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
                    AND pg_has_role(r.oid, c.relowner, 'USAGE'))
   ORDER BY r.rolname`;

const OPEN_TABLES = `
  SELECT t.relname AS name FROM pg_class t
   WHERE t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p') AND NOT t.relispartition
     AND NOT t.relrowsecurity
     AND EXISTS (SELECT FROM pg_attribute a
                  WHERE a.attrelid = t.oid AND a.attname = 'client_id' AND NOT a.attisdropped)
   ORDER BY t.relname`;

// A login without pg_monitor sees that a standby is there, and not how far it is. A reader of a
// logical slot is the other store of a move, and is examined with the moves.
const REPLICAS = `
  SELECT coalesce(nullif(application_name, ''), host(client_addr), 'standby') AS name, state, sync_state AS sync,
         pg_wal_lsn_diff(CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_lsn() END, replay_lsn)::float8 AS "lagBytes",
         extract(epoch FROM replay_lag)::float8 AS "lagSeconds"
    FROM pg_stat_replication r
   WHERE state IS DISTINCT FROM 'backup'
     AND NOT EXISTS (SELECT FROM pg_replication_slots s WHERE s.active_pid = r.pid AND s.slot_type = 'logical')`;

const SLOTS = `
  SELECT slot_name AS name, active, coalesce(wal_status, 'reserved') AS status,
         coalesce(pg_wal_lsn_diff(CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_lsn() END, restart_lsn), 0)::float8
           AS "heldBytes"
    FROM pg_replication_slots WHERE NOT temporary AND (database IS NULL OR database = current_database())`;

const WORK = `
  SELECT kind, due::int AS due, dead::int AS dead, oldest_due_seconds AS "oldestSeconds" FROM work_depth()
   WHERE due > 0 OR dead > 0 ORDER BY kind`;

const JOBS = `
  SELECT name AS kind, count(*)::int AS due, 0 AS dead,
         extract(epoch FROM now() - min(start_after))::float8 AS "oldestSeconds"
    FROM jobs.job WHERE state IN ('created', 'retry') AND start_after <= now() GROUP BY name ORDER BY name`;

/** How far the server's clock is ahead of this machine's, at the middle of the round trip. */
async function clockOf(db: Reader, clock: Clock): Promise<number> {
  const sentAt = clock.now().getTime();
  const [row] = await db.query<{ at: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at',
  );
  return row!.at - (sentAt + clock.now().getTime()) / 2;
}

async function migrationsOf(
  db: Reader,
  known: Examined['migrations'],
): Promise<Pick<DatabaseFacts, 'missingMigrations' | 'newerMigrations'>> {
  const names = known.map(({ name }) => name);
  const [table] = await db.query<{ found: boolean }>(
    `SELECT to_regclass('public.migrations') IS NOT NULL AS found`,
  );
  // TypeORM's own table, which no part of the service owns.
  const rows = table!.found ? await db.query<{ name: string }>('SELECT name FROM "migrations"') : [];
  const done = rows.map(({ name }) => name);
  return {
    missingMigrations: names.filter((name) => !done.includes(name)),
    newerMigrations: done.filter((name) => !names.includes(name)),
  };
}

/** When the server's certificate ends; null without TLS. */
function certificateEnds({ client }: Reader): Date | null {
  const socket: object & { getPeerCertificate?: () => { valid_to?: string } } = socketOf(client);
  const end = socket.getPeerCertificate?.().valid_to;
  return end === undefined ? null : new Date(end);
}
