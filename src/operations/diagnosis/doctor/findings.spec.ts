import { describe, expect, it } from 'vitest';
import { findingsOf, summaryOf, type DatabaseFacts } from './database-findings.policy.js';
import { diskFindings } from './surroundings.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const GIB = 1024 ** 3;

const IN_ORDER: DatabaseFacts = {
  version: '18.4',
  versionNum: 180_004,
  clockAheadMs: 40,
  isStandby: false,
  isReadOnly: false,
  missingMigrations: [],
  newerMigrations: [],
  unsafeRoles: [],
  openTables: [],
  isOpenToAll: false,
  synchronousStandbys: '',
  replicas: [],
  slots: [],
  connections: 20,
  maxConnections: 97,
  oldestTransactionSeconds: 3,
  transactionAge: 200_000_000,
  sizeBytes: 12 * GIB,
  certificateEnds: null,
  work: [{ kind: 'webhooks.send', due: 3, dead: 0, oldestSeconds: 2 }],
};
const STANDBY = { name: 'standby-1', state: 'streaming', sync: 'sync', lagBytes: 0, lagSeconds: null };
const SLOT = { name: 'standby_1', active: true, status: 'reserved', heldBytes: GIB };

const whats = (change: Partial<DatabaseFacts>): string[] =>
  findingsOf({ ...IN_ORDER, ...change }, { connections: 15, now: NOW }).map(({ what }) => what);

// operations 8.3
describe('findings about a database', () => {
  it('are none of one in order, with and without standbys', () => {
    expect(whats({})).toEqual([]);
    const replicas = [STANDBY, { ...STANDBY, name: 'far', sync: 'async', lagBytes: 1024, lagSeconds: 2 }];
    expect(whats({ synchronousStandbys: 'ANY 1 (a, b)', replicas, slots: [SLOT] })).toEqual([]);
    expect(summaryOf(IN_ORDER)).toBe(
      'PostgreSQL 18.4, 12 GiB, clock +0.04 s, 20 of 97 connections, 0 standbys, 0 slots, 3 of work due, no TLS',
    );
  });

  it.each<[Partial<DatabaseFacts>, string]>([
    [{ version: '17.6', versionNum: 170_006 }, 'The server is PostgreSQL 17.6'],
    [{ clockAheadMs: 2_600 }, "The server's clock is 2.6 s ahead of this machine's"],
    [{ clockAheadMs: -61_000 }, "The server's clock is 61.0 s behind this machine's"],
    [{ isStandby: true, isReadOnly: true }, 'The address leads to a standby, which accepts no writes'],
    [{ isReadOnly: true }, 'The database is read-only (default_transaction_read_only is on)'],
    [{ missingMigrations: ['A1', 'B2', 'C3', 'D4'] }, 'Migrations are missing: A1, B2, C3 and 1 more'],
    [{ newerMigrations: ['Z9'] }, 'Migrations of another version were run: Z9'],
    [
      { unsafeRoles: [{ role: 'app', why: 'is a superuser' }] },
      'The role app is a superuser, so row-level security does not bind it',
    ],
    [{ openTables: ['calls'] }, 'Tables have no row-level security: calls'],
    [{ isOpenToAll: true }, 'Every login of the server may connect to the database'],
    [
      { synchronousStandbys: 'standby_1' },
      '0 of 1 synchronous standbys are connected, so commits wait forever',
    ],
    [
      { synchronousStandbys: 'FIRST 2 (a, b)', replicas: [STANDBY] },
      '1 of 2 synchronous standbys are connected, so commits wait forever',
    ],
    [
      { replicas: [{ ...STANDBY, state: null, sync: null }], synchronousStandbys: 'a' },
      'The owner of the database cannot see the lag of the standbys',
    ],
    [
      { replicas: [{ ...STANDBY, lagSeconds: 300, lagBytes: 2 * GIB }] },
      'The standby standby-1 is 5 min and 2.0 GiB behind',
    ],
    [
      { slots: [{ ...SLOT, active: false }] },
      'The replication slot standby_1, which has no reader, holds 1.0 GiB of WAL',
    ],
    [{ slots: [{ ...SLOT, heldBytes: 11 * GIB }] }, 'The replication slot standby_1 holds 11 GiB of WAL'],
    [{ slots: [{ ...SLOT, status: 'lost' }] }, 'The replication slot standby_1 is lost'],
    [{ connections: 83 }, '83 of 97 connections are in use, and one process needs up to 15'],
    [{ oldestTransactionSeconds: 7_200 }, 'A transaction has been open for 2 h, so vacuum cannot clean up'],
    [
      { transactionAge: 1_500_000_000 },
      'Rows have not been frozen for 1500000000 transactions; at 2.1 billion the server accepts no writes',
    ],
    [
      { work: [{ kind: 'webhooks.send', due: 9, dead: 0, oldestSeconds: 600 }] },
      '9 items of work webhooks.send are waiting, the oldest for 10 min',
    ],
    [
      { work: [{ kind: 'webhooks.send', due: 0, dead: 2, oldestSeconds: 0 }] },
      '2 items of work webhooks.send failed too often',
    ],
    [
      { certificateEnds: new Date('2026-12-01T00:00:00.000Z') },
      "The server's certificate expires on 2026-12-01",
    ],
  ])('%o: %s', (change, what) => {
    expect(whats(change)).toEqual([what]);
  });
});

describe('findings about a disk', () => {
  it.each([
    [0.79, []],
    [0.81, ['The disk of /files is 81 % full']],
  ])('%d full: %j', (used, whats) => {
    expect(diskFindings('/files', used).map(({ what }) => what)).toEqual(whats);
  });
});
