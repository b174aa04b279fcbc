import { durationText, sizeText } from '../tenant-load.policy.js';

/** Something that is wrong, and what to do about it. */
export interface Finding {
  readonly what: string;
  readonly remedy: string;
}

export interface UnsafeRole {
  readonly role: string;
  readonly why: string;
}

/** A standby that reads the server's WAL; what a login may not see is null. */
export interface Replica {
  readonly name: string;
  readonly state: string | null;
  readonly sync: string | null;
  readonly lagBytes: number | null;
  readonly lagSeconds: number | null;
}

export interface Slot {
  readonly name: string;
  readonly active: boolean;
  readonly status: string;
  readonly heldBytes: number;
}

export interface WaitingWork {
  readonly kind: string;
  readonly due: number;
  readonly dead: number;
  readonly oldestSeconds: number;
}

export interface DatabaseFacts {
  readonly version: string;
  readonly versionNum: number;
  readonly clockAheadMs: number;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly missingMigrations: readonly string[];
  /** Migrations that this version does not know. */
  readonly newerMigrations: readonly string[];
  readonly unsafeRoles: readonly UnsafeRole[];
  /** Tables with rows of clients and without row-level security. */
  readonly openTables: readonly string[];
  readonly isOpenToAll: boolean;
  readonly synchronousStandbys: string;
  readonly replicas: readonly Replica[];
  readonly slots: readonly Slot[];
  readonly connections: number;
  /** Except those that are reserved for superusers. */
  readonly maxConnections: number;
  readonly oldestTransactionSeconds: number;
  /** Transactions since the oldest row that is not frozen. */
  readonly transactionAge: number;
  readonly sizeBytes: number;
  readonly certificateEnds: Date | null;
  readonly work: readonly WaitingWork[];
}

/** The needs of one process of the service. */
export interface Needs {
  readonly connections: number;
  readonly now: Date;
}

const POSTGRESQL = 180_000;
// Tokens and sessions are refused with clocks five seconds apart; a synchronized clock is within
// milliseconds.
const CLOCK_MS = 2_000;
// A healthy standby is at most a second behind; a busy or restarted one may be further behind for
// longer.
const LAG_SECONDS = 30;
const LAG_BYTES = 1024 ** 3;
const HELD_BYTES = 10 * 1024 ** 3;
// The service ends its own transactions after 30 s.
const TRANSACTION_SECONDS = 15 * 60;
// PostgreSQL refuses writes at 2.1 billion, and vacuums by itself from 200 million on.
const TRANSACTION_AGE = 1_000_000_000;
// A worker begins work within a second; while workers are replaced, none runs for up to a minute.
const WAIT_SECONDS = 5 * 60;
const CERTIFICATE_DAYS = 21;
const DAY_MS = 86_400_000;

/** Everything that is wrong with a database. */
export const findingsOf = (facts: DatabaseFacts, needs: Needs): readonly Finding[] => [
  ...server(facts),
  ...schema(facts),
  ...rights(facts),
  ...replication(facts),
  ...room(facts, needs),
  ...work(facts),
  ...certificate(facts, needs.now),
];

const when = (isWrong: boolean, what: string, remedy: string): readonly Finding[] =>
  isWrong ? [{ what, remedy }] : [];

function server({
  version,
  versionNum,
  clockAheadMs,
  isStandby,
  isReadOnly,
}: DatabaseFacts): readonly Finding[] {
  const seconds = (Math.abs(clockAheadMs) / 1000).toFixed(1);
  return [
    ...when(
      versionNum < POSTGRESQL,
      `The server is PostgreSQL ${version}`,
      'Upgrade it to PostgreSQL 18: the service uses uuidv7() and RETURNING old.',
    ),
    ...when(
      Math.abs(clockAheadMs) > CLOCK_MS,
      `The server's clock is ${seconds} s ${clockAheadMs > 0 ? 'ahead of' : 'behind'} this machine's`,
      'Synchronize both with NTP; `chronyc tracking` shows which one is wrong.',
    ),
    ...when(
      isStandby,
      'The address leads to a standby, which accepts no writes',
      'Point the address to the primary, or promote this server: docs/operations.md, "Failover".',
    ),
    ...when(
      !isStandby && isReadOnly,
      'The database is read-only (default_transaction_read_only is on)',
      'Find out what set it, often a managed service whose disk is full, and set it to off.',
    ),
  ];
}

const listed = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');

const schema = ({ missingMigrations, newerMigrations }: DatabaseFacts): readonly Finding[] => [
  ...when(
    missingMigrations.length > 0,
    `Migrations are missing: ${listed(missingMigrations)}`,
    'Run migrate.',
  ),
  ...when(
    newerMigrations.length > 0,
    `Migrations of another version were run: ${listed(newerMigrations)}`,
    'Deploy the version that added them, or run the doctor of that version.',
  ),
];

const rights = ({ unsafeRoles, openTables, isOpenToAll }: DatabaseFacts): readonly Finding[] => [
  ...unsafeRoles.map(({ role, why }) => ({
    what: `The role ${role} ${why}, so row-level security does not bind it`,
    remedy: 'Revoke that right, or use another login: docs/operations.md, "Logins".',
  })),
  ...when(
    openTables.length > 0,
    `Tables have no row-level security: ${listed(openTables)}`,
    'ALTER TABLE ... ENABLE ROW LEVEL SECURITY, and compare their policies with a store in order.',
  ),
  ...when(
    isOpenToAll,
    'Every login of the server may connect to the database',
    'REVOKE CONNECT ON DATABASE ... FROM PUBLIC, as deploy/init-metadata.sql and deploy/init-store.sql do.',
  ),
];

function replication({ synchronousStandbys, replicas, slots }: DatabaseFacts): readonly Finding[] {
  const wanted = synchronousStandbys === '' ? 0 : Number(/(\d{1,4}) ?\(/.exec(synchronousStandbys)?.[1] ?? 1);
  const synchronous = replicas.filter(({ sync }) => sync === 'sync' || sync === 'quorum').length;
  const isHidden = replicas.some(({ state }) => state === null);
  return [
    ...when(
      synchronous < wanted && !isHidden,
      `${synchronous} of ${wanted} synchronous standbys are connected, so commits wait forever`,
      'Bring the standby back, or take it out of synchronous_standby_names and reload.',
    ),
    ...when(
      isHidden,
      'The owner of the database cannot see the lag of the standbys',
      'GRANT pg_monitor TO telephony_owner.',
    ),
    ...replicas
      .filter(({ lagBytes, lagSeconds }) => (lagBytes ?? 0) > LAG_BYTES || (lagSeconds ?? 0) > LAG_SECONDS)
      .map(({ name, lagBytes, lagSeconds }) => ({
        what: `The standby ${name} is ${durationText(lagSeconds ?? 0)} and ${sizeText(lagBytes ?? 0)} behind`,
        remedy: 'Look at its disk, its network and long queries on it; do not promote it meanwhile.',
      })),
    ...slots.flatMap(slotFindings),
  ];
}

function slotFindings({ name, active, status, heldBytes }: Slot): readonly Finding[] {
  const drop = `SELECT pg_drop_replication_slot('${name}')`;
  if (status === 'lost')
    return when(true, `The replication slot ${name} is lost`, `Build its standby again, and ${drop}.`);
  // One of a move is examined with the moves.
  return when(
    (!active && !name.startsWith('move_')) || heldBytes > HELD_BYTES,
    `The replication slot ${name}${active ? '' : ', which has no reader,'} holds ${sizeText(heldBytes)} of WAL`,
    `Bring its reader back; if it no longer exists, ${drop}. Otherwise the disk fills up.`,
  );
}

const room = (facts: DatabaseFacts, needs: Needs): readonly Finding[] => [
  ...when(
    facts.connections + needs.connections > facts.maxConnections,
    `${facts.connections} of ${facts.maxConnections} connections are in use, and one process needs up to ${needs.connections}`,
    'Raise max_connections, or lower METADATA_POOL_MAX and STORE_POOL_MAX: docs/operations.md, "Connections".',
  ),
  ...when(
    facts.oldestTransactionSeconds > TRANSACTION_SECONDS,
    `A transaction has been open for ${durationText(facts.oldestTransactionSeconds)}, so vacuum cannot clean up`,
    'Find it in pg_stat_activity by xact_start, and end it with pg_terminate_backend(pid).',
  ),
  ...when(
    facts.transactionAge > TRANSACTION_AGE,
    `Rows have not been frozen for ${facts.transactionAge} transactions; at 2.1 billion the server accepts no writes`,
    'Find out what blocks autovacuum (long transactions, slots), and run VACUUM (FREEZE) as owner.',
  ),
];

const work = (facts: DatabaseFacts): readonly Finding[] =>
  facts.work.flatMap(({ kind, due, dead, oldestSeconds }) => [
    ...when(
      oldestSeconds > WAIT_SECONDS,
      `${due} items of work ${kind} are waiting, the oldest for ${durationText(oldestSeconds)}`,
      'See that a worker runs, and look in its log for this kind; docs/operations.md, "Work that failed".',
    ),
    ...when(
      dead > 0,
      `${dead} items of work ${kind} failed too often`,
      `operate work-dead-letters --kind ${kind} shows why; then use work-retry or work-drop.`,
    ),
  ]);

const certificate = ({ certificateEnds }: DatabaseFacts, now: Date): readonly Finding[] =>
  when(
    certificateEnds !== null && certificateEnds.getTime() - now.getTime() < CERTIFICATE_DAYS * DAY_MS,
    `The server's certificate expires on ${certificateEnds?.toISOString().slice(0, 10)}`,
    'Renew it (ssl_cert_file) and reload the server.',
  );

/** A database in order, in one line. */
export function summaryOf(facts: DatabaseFacts): string {
  const { version, clockAheadMs, connections, maxConnections, sizeBytes, replicas, slots, certificateEnds } =
    facts;
  const waiting = facts.work.reduce((sum, { due }) => sum + due, 0);
  return [
    `PostgreSQL ${version}`,
    sizeText(sizeBytes),
    `clock ${clockAheadMs < 0 ? '-' : '+'}${(Math.abs(clockAheadMs) / 1000).toFixed(2)} s`,
    `${connections} of ${maxConnections} connections`,
    `${replicas.length} standbys`,
    `${slots.length} slots`,
    `${waiting} of work due`,
    certificateEnds === null ? 'no TLS' : `certificate until ${certificateEnds.toISOString().slice(0, 10)}`,
  ].join(', ');
}
