import { setTimeout as delay } from 'node:timers/promises';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Tenant } from '../../core/shared/auth-context.js';
import { rowsOfStore } from '../../core/registry/row-security.js';
import type { Reader } from '../connection/owner-connection.js';
import { ofTenant, type TenantTable } from '../restores/restored-tables.js';
import { MoveHeldUp } from './compare.js';

const POLL_MS = 20;
const PASSWORD_REQUIRED = '2F003';

/** A store and the address at which the other one reaches it. */
export interface Side {
  readonly store: Reader;
  readonly url: string;
}

/** PostgreSQL's logical replication of one tenant's rows from one store to another. */
export class Replication {
  private readonly name: string;

  /** @param name of publication, slot and subscription */
  constructor(
    name: string,
    private readonly from: Side,
    private readonly to: Side,
    private readonly tenant: Tenant,
  ) {
    this.name = escapeIdentifier(name);
    this.slot = escapeLiteral(name);
  }

  private readonly slot: string;

  /** Publishes the tenant's rows, and keeps all changes from now on. May run again. */
  async publish(tables: readonly TenantTable[]): Promise<void> {
    const { store } = this.from;
    await identifyRows(store);
    await identifyRows(this.to.store);
    if (!(await exists(store, `pg_publication WHERE pubname = ${this.slot}`))) {
      const filtered = tables.map(({ name }) => `${escapeIdentifier(name)} WHERE (${ofTenant(this.tenant)})`);
      await store.query(
        `CREATE PUBLICATION ${this.name} FOR TABLE ${filtered.join(', ')}
           WITH (publish = 'insert, update, delete', publish_via_partition_root = true)`,
      );
    }
    // Created before the subscription, because both stores may be on one server.
    if (!(await exists(store, `pg_replication_slots WHERE slot_name = ${this.slot}`)))
      await store.query(`SELECT pg_create_logical_replication_slot(${this.slot}, 'pgoutput')`);
  }

  isSubscribed(): Promise<boolean> {
    return exists(this.to.store, `pg_subscription s WHERE ${this.ownSubscription}`);
  }

  /**
   * Subscribes the other store to what is published.
   * @param copies whether the rows that exist are copied first
   */
  async subscribe(copies: boolean): Promise<void> {
    if (await this.isSubscribed()) return;
    // origin: what the other direction has applied does not come back.
    const subscribed = this.to.store.query(
      `CREATE SUBSCRIPTION ${this.name} CONNECTION ${escapeLiteral(connectionTo(this.from.url))} PUBLICATION ${this.name}
         WITH (create_slot = false, slot_name = ${this.slot}, copy_data = ${copies}, origin = none, synchronous_commit = 'local')`,
    );
    await subscribed.catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== PASSWORD_REQUIRED) throw error;
      throw new MoveHeldUp(
        `${new URL(this.from.url).host} lets the owner in without a password, and PostgreSQL replicates for an owner only with one. ` +
          'Write scram-sha-256 into its pg_hba.conf for telephony_owner, reload it, and run this command again.',
      );
    });
  }

  /** How many tables have been copied, and why replication has stopped. */
  async progress(): Promise<{ readonly copied: number; readonly of: number; readonly errors: number }> {
    // An idle table stays at `s`, synchronised up to a position; `r` follows with its next change.
    const [row] = await this.to.store.query<{ copied: number; of: number; errors: number }>(
      `SELECT count(*) FILTER (WHERE r.srsubstate IN ('s', 'r'))::int AS copied, count(*)::int AS of,
              coalesce(max(e.apply_error_count + e.sync_error_count), 0)::int AS errors
         FROM pg_subscription s
         JOIN pg_subscription_rel r ON r.srsubid = s.oid
         LEFT JOIN pg_stat_subscription_stats e ON e.subid = s.oid
        WHERE ${this.ownSubscription}`,
    );
    return row!;
  }

  /**
   * Waits until the other store has all changes up to now.
   * @returns false if it has not within `ms`
   */
  async hasCaughtUp(ms: number): Promise<boolean> {
    const until = performance.now() + ms;
    // Our own message, flushed to disk, because earlier commits may not have been flushed.
    const [now] = await this.from.store.query<{ lsn: string }>(
      `SELECT pg_logical_emit_message(false, 'move', '', true)::text AS lsn`,
    );
    do {
      const condition = `slot_name = ${this.slot} AND confirmed_flush_lsn >= ${escapeLiteral(now!.lsn)}`;
      if (await exists(this.from.store, `pg_replication_slots WHERE ${condition}`)) return true;
      await delay(POLL_MS);
    } while (performance.now() < until);
    return false;
  }

  /** Ends the replication; its rows stay. May run again. */
  async drop(): Promise<void> {
    if (await this.isSubscribed()) {
      await this.to.store.query(`ALTER SUBSCRIPTION ${this.name} DISABLE`);
      await this.to.store.query(`ALTER SUBSCRIPTION ${this.name} SET (slot_name = NONE)`);
      await this.to.store.query(`DROP SUBSCRIPTION ${this.name}`);
    }
    // The sender notices the end of its receiver a moment later.
    while (await exists(this.from.store, `pg_replication_slots WHERE slot_name = ${this.slot} AND active`))
      await delay(POLL_MS);
    await this.from.store.query(
      `SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = ${this.slot}`,
    );
    await this.from.store.query(`DROP PUBLICATION IF EXISTS ${this.name}`);
  }

  /** A server may have several databases with the same subscription. */
  private get ownSubscription(): string {
    return `s.subname = ${this.slot} AND s.subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  }
}

async function exists(store: Reader, from: string): Promise<boolean> {
  return (await store.query(`SELECT FROM ${from}`)).length > 0;
}

/** The address as PostgreSQL's own clients take it. */
function connectionTo(url: string): string {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const facts = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || '5432',
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    dbname: decodeURIComponent(pathname.slice(1)),
    ...Object.fromEntries(searchParams),
  };
  return Object.entries(facts)
    .map(([name, value]) => `${name}='${value.replace(/[\\']/g, '\\$&')}'`)
    .join(' ');
}

/** Adds the partitions of one store that the other lacks, because rows replicate only into those that exist. */
export async function addPartitions(from: Reader, to: Reader): Promise<void> {
  const PARTITIONS = `
    SELECT c.relname AS leaf, p.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
     WHERE p.relkind = 'p' AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`;
  type Partition = { leaf: string; parent: string; bound: string };
  const there = new Set((await to.query<Partition>(PARTITIONS)).map(({ leaf }) => leaf));
  for (const { leaf, parent, bound } of await from.query<Partition>(PARTITIONS)) {
    if (there.has(leaf)) continue;
    const [part, whole] = [escapeIdentifier(leaf), escapeIdentifier(parent)];
    const statements = [
      `CREATE TABLE ${part} (LIKE ${whole} INCLUDING ALL)`,
      ...rowsOfStore(part),
      `ALTER TABLE ${whole} ATTACH PARTITION ${part} ${bound}`,
    ];
    // Sent as one, they are one transaction.
    await to.query(statements.join('; ')).catch((error: unknown) => {
      // 42P07: the service has added it meanwhile.
      if ((error as { code?: unknown }).code !== '42P07') throw error;
    });
  }
}

/** Rows of a table without a primary key are found by all their columns. */
async function identifyRows(store: Reader): Promise<void> {
  const tables = await store.query<{ name: string }>(
    `SELECT t.relname AS name FROM pg_class t
      WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' AND t.relreplident = 'd'
        AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attname = 'data_env')
        AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = t.oid AND i.indisprimary)`,
  );
  for (const { name } of tables)
    await store.query(`ALTER TABLE ${escapeIdentifier(name)} REPLICA IDENTITY FULL`);
}

/** A setting or a right that replication needs and a store lacks; null: none. */
export async function withoutReplication(...sides: readonly Side[]): Promise<string | null> {
  for (const { store, url } of sides) {
    const [is] = await store.query<{ level: string; replicates: boolean; subscribes: boolean }>(
      `SELECT current_setting('wal_level') AS level, rolreplication OR rolsuper AS replicates,
              pg_has_role(oid, 'pg_create_subscription', 'USAGE') AS subscribes
         FROM pg_roles WHERE rolname = current_user`,
    );
    const at = new URL(url).host;
    if (is!.level !== 'logical')
      return `wal_level of ${at} is ${is!.level}. Set it to logical, restart the server, and run this command again.`;
    if (!is!.replicates || !is!.subscribes)
      return (
        `The owner at ${at} may not replicate. As superuser, run ALTER ROLE telephony_owner REPLICATION and ` +
        'GRANT pg_create_subscription TO telephony_owner, and run this command again.'
      );
  }
  return null;
}
