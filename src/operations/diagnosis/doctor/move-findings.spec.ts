import { describe, expect, it } from 'vitest';
import { moveFindings, movesSummary, type MovingStore } from './move-findings.policy.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const ID = '01234567-89ab-7def-8000-000000000000';
const MOVE = {
  client_id: 'acme',
  data_env: 'prod',
  move_id: ID,
  source_store: 'store-a',
  target_store: 'store-b',
  state: 'copying',
  state_at: new Date('2026-11-21T11:00:00.000Z'),
  note: null,
} as const;
const SLOT = { name: 'move_0123456789ab', active: true, heldBytes: 1024 ** 3 };
const BACK = { ...SLOT, name: 'move_back_0123456789ab' };
const A: MovingStore = {
  storeId: 'store-a',
  walLevel: 'logical',
  slots: [SLOT],
  subscriptions: [],
  worked: [ID],
};
const B: MovingStore = {
  storeId: 'store-b',
  walLevel: 'logical',
  slots: [],
  subscriptions: ['move_0123456789ab'],
  worked: [],
};
const DONE = { ...MOVE, state: 'done' } as const;
const AFTER = [
  { ...A, slots: [], subscriptions: [BACK.name], worked: [] },
  { ...B, slots: [BACK], subscriptions: [] },
];

// operations 8.3
describe('findings about moves', () => {
  it('are none of a move under way, of one that is done, and of stores without a move', () => {
    expect(moveFindings([MOVE], [A, B], NOW)).toEqual([]);
    expect(moveFindings([DONE], AFTER, NOW)).toEqual([]);
    expect(moveFindings([], [{ ...A, walLevel: 'replica', slots: [], worked: [] }], NOW)).toEqual([]);
  });

  it('say which stores could take no part in a move', () => {
    expect(movesSummary(1, [A, B])).toBe('1 open');
    expect(movesSummary(0, [A, { ...B, walLevel: 'replica' }])).toBe(
      '0 open; moves need wal_level logical in store-b',
    );
  });

  it.each([
    [
      [MOVE],
      [{ ...A, worked: [] }, B],
      'The move of acme prod from store-a to store-b has made no progress in copying for 60 min',
      'Run move-tenant --client acme --env prod --store store-b, which continues it, or --undo.',
    ],
    [
      [{ ...MOVE, state: 'undone' as const, note: 'calls differs.' }],
      [{ ...A, worked: [] }, B],
      'The move of acme prod from store-a to store-b has made no progress in undone for 60 min',
      'Run move-tenant --client acme --env prod --undo, which continues it. It was delayed: calls differs.',
    ],
    [
      [{ ...MOVE, note: 'Replication failed 3 times.' }],
      [A, B],
      'The move of acme prod from store-a to store-b is held up: Replication failed 3 times',
      'docs/operate/moving-tenants.md, "When a move is held up".',
    ],
    [
      [MOVE],
      [A, { ...B, walLevel: 'replica' }],
      'The move of acme prod from store-a to store-b needs wal_level logical, and that of store-b is replica',
      'Set it, restart the server, and run move-tenant --client acme --env prod --store store-b.',
    ],
    [
      [{ ...DONE, state_at: new Date('2026-11-13T12:00:00.000Z') }],
      AFTER,
      'The move of acme prod from store-a to store-b has kept its way back for 8 d',
      'Run move-tenant --client acme --env prod --end, or --undo.',
    ],
    [
      [DONE],
      [AFTER[0]!, { ...AFTER[1]!, slots: [{ ...BACK, active: false }] }],
      'The replication slot move_back_0123456789ab of an open move has no reader in store-a, and holds 1.0 GiB of WAL in store-b',
      'See that both servers reach each other: docs/operate/moving-tenants.md, "When a move is held up".',
    ],
    [
      [],
      [A],
      'The replication slot move_0123456789ab in store-a belongs to no open move, and holds 1.0 GiB of WAL',
      `SELECT pg_drop_replication_slot('move_0123456789ab'), and DROP PUBLICATION IF EXISTS move_0123456789ab.`,
    ],
    [
      [],
      [B],
      'The subscription move_0123456789ab in store-b belongs to no open move',
      'ALTER SUBSCRIPTION move_0123456789ab DISABLE; ALTER SUBSCRIPTION move_0123456789ab SET (slot_name = NONE); DROP SUBSCRIPTION move_0123456789ab.',
    ],
  ])('%j in %j: %s', (moves, stores, what, remedy) => {
    expect(moveFindings(moves, stores, NOW)).toEqual([{ what, remedy }]);
  });
});
