import type { MoveRow } from '../../../features/tenant-moves/rules/moves.policy.js';
import { replicationNames } from '../../moves/replication-names.js';
import { durationText, sizeText } from '../tenant-load.policy.js';
import type { Finding } from './database-findings.policy.js';

export interface MoveSlot {
  readonly name: string;
  readonly active: boolean;
  readonly heldBytes: number;
}

/** A store, as far as moves are concerned. */
export interface MovingStore {
  readonly storeId: string;
  readonly walLevel: string;
  /** Slots and subscriptions that moves have created. */
  readonly slots: readonly MoveSlot[];
  readonly subscriptions: readonly string[];
  /** Moves from this store on which a command works now. */
  readonly worked: readonly string[];
}

type OpenMove = Pick<
  MoveRow,
  'client_id' | 'data_env' | 'move_id' | 'source_store' | 'target_store' | 'state' | 'state_at' | 'note'
>;

// The new store keeps its log for the old one, and a month that begins is missing there.
const WAY_BACK_DAYS = 7;
const DAY_MS = 86_400_000;

/** How many moves are open, and which stores could take no part in one. */
export function movesSummary(open: number, stores: readonly MovingStore[]): string {
  const unfit = stores.filter(({ walLevel }) => walLevel !== 'logical').map(({ storeId }) => storeId);
  return unfit.length === 0
    ? `${open} open`
    : `${open} open; moves need wal_level logical in ${unfit.join(', ')}`;
}

/** Everything that is wrong with moves of clients between stores. */
export function moveFindings(
  moves: readonly OpenMove[],
  stores: readonly MovingStore[],
  now: Date,
): readonly Finding[] {
  const names = new Map(
    moves.flatMap((move) =>
      Object.values(replicationNames(move.move_id)).map((name) => [name, move] as const),
    ),
  );
  return [
    ...moves.flatMap((move) => ofMove(move, stores, now)),
    ...stores.flatMap((store) => ofStore(store, names)),
  ];
}

function ofMove(move: OpenMove, stores: readonly MovingStore[], now: Date): readonly Finding[] {
  const { client_id: client, data_env: env, move_id: id, target_store: target, note, state } = move;
  const command = `move-tenant --client ${client} --env ${env}`;
  const ageMs = now.getTime() - move.state_at.getTime();
  const what = `The move of ${client} ${env} from ${move.source_store} to ${target}`;
  if (state === 'done')
    return ageMs > WAY_BACK_DAYS * DAY_MS
      ? [
          {
            what: `${what} has kept its way back for ${durationText(ageMs / 1000)}`,
            remedy: `Run ${command} --end, or --undo.`,
          },
        ]
      : [];
  const source = stores.find(({ storeId }) => storeId === move.source_store);
  const unfit = stores.filter(
    ({ storeId, walLevel }) => [move.source_store, target].includes(storeId) && walLevel !== 'logical',
  );
  const isWorked = source === undefined || source.worked.includes(id);
  const again = state === 'undone' ? '--undo' : `--store ${target}`;
  return [
    ...unfit.map(({ storeId, walLevel }) => ({
      what: `${what} needs wal_level logical, and that of ${storeId} is ${walLevel}`,
      remedy: `Set it, restart the server, and run ${command} ${again}.`,
    })),
    ...(isWorked
      ? []
      : [
          {
            what: `${what} has made no progress in ${state} for ${durationText(ageMs / 1000)}`,
            remedy: `Run ${command} ${again}, which continues it${state === 'undone' ? '' : ', or --undo'}.${note === null ? '' : ` It was delayed: ${note}`}`,
          },
        ]),
    ...(isWorked && note !== null
      ? [{ what: `${what} is held up: ${note.replace(/\.$/, '')}`, remedy: GUIDE }]
      : []),
  ];
}

const GUIDE = 'docs/operate/moving-tenants.md, "When a move is held up".';

function ofStore(
  { storeId, slots, subscriptions }: MovingStore,
  open: ReadonlyMap<string, OpenMove>,
): readonly Finding[] {
  return [
    ...slots
      .filter(({ name, active }) => !open.has(name) || (!active && open.get(name)!.state === 'done'))
      .map(({ name, heldBytes }) =>
        open.has(name)
          ? {
              what: `The replication slot ${name} of an open move has no reader in ${open.get(name)!.source_store}, and holds ${sizeText(heldBytes)} of WAL in ${storeId}`,
              remedy: `See that both servers reach each other: ${GUIDE}`,
            }
          : {
              what: `The replication slot ${name} in ${storeId} belongs to no open move, and holds ${sizeText(heldBytes)} of WAL`,
              remedy: `SELECT pg_drop_replication_slot('${name}'), and DROP PUBLICATION IF EXISTS ${name}.`,
            },
      ),
    ...subscriptions
      .filter((name) => !open.has(name))
      .map((name) => ({
        what: `The subscription ${name} in ${storeId} belongs to no open move`,
        remedy: `ALTER SUBSCRIPTION ${name} DISABLE; ALTER SUBSCRIPTION ${name} SET (slot_name = NONE); DROP SUBSCRIPTION ${name}.`,
      })),
  ];
}
