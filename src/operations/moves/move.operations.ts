import { TenantRoutes } from '../../core/database/stores/tenant-routes.service.js';
import type { AuthContext } from '../../core/shared/auth-context.js';
import { KeyRotations } from '../../features/data-keys/rotations/key-rotations.service.js';
import { TenantMoves } from '../../features/tenant-moves/progress/moves.service.js';
import type { MoveRow } from '../../features/tenant-moves/rules/moves.policy.js';
import { actRefused, type MoveAct } from '../../features/tenant-moves/rules/moves.policy.js';
import { CLIENT, knownClient } from '../client-options.js';
import { withReaders } from '../connection/owner-connection.js';
import { oneOf, operation, type CommandContext, type Operation } from '../options.js';
import { MoveHeldUp } from './compare.js';
import { Mover } from './mover.js';
import { isOnlyCommand } from '../connection/only-command.js';
import { withoutReplication } from './replication.js';

/** Operators' commands that move clients between stores (docs/operate/moving-tenants.md). */
export const MOVE_OPERATIONS: Readonly<Record<string, Operation>> = {
  'move-tenant': operation({
    usage: `\
move-tenant  moves a client in one environment to another store while it works, with the settings of
             migrate; run again, it goes on where it was
  --client ID  --store ID  [--env ENV]    the store is one of TENANT_STORES
  --client ID  --undo  [--env ENV]        leads it back, and clears the other store
  --client ID  --end  [--env ENV]         gives up the way back, and clears the store that it left`,
    options: {
      ...CLIENT,
      store: { check: (value, around) => oneOf(around.storeIds)(value, around), fallback: null },
      undo: { flag: true },
      end: { flag: true },
    },
    run: async (values, context) => {
      const { say } = context;
      const acts = [...(values.store === null ? [] : ['move']), ...(values.undo ? ['undo'] : [])];
      const [act, ...others] = [...acts, ...(values.end ? ['end'] : [])] as MoveAct[];
      if (act === undefined || others.length > 0) {
        say('Nothing was changed: name one of --store, --undo and --end.');
        return false;
      }
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      const moves = (await context.app()).get(TenantMoves, { strict: false });
      const open = await moves.open(auth);
      const refused =
        actRefused(
          open && { state: open.state, targetStore: open.target_store },
          act,
          values.store ?? undefined,
        ) ?? (await obstacleTo(values.store, open, auth, context));
      if (refused !== null) {
        say(`Nothing was changed: ${refused}.`);
        return false;
      }
      const way = open
        ? { source: open.source_store, target: open.target_store }
        : { source: await storeOf(auth, context), target: values.store! };
      return carryOut(act, { ...way, open }, auth, context);
    },
  }),

  moves: operation({
    usage: `\
moves        lists moves of clients between stores: those that are open, and those that ended within
             30 days`,
    options: {},
    run: async (_, context) => {
      for (const move of await (await context.app()).get(TenantMoves, { strict: false }).all())
        context.result(lineOf(move));
      return true;
    },
  }),
};

/** The client's store now: its route may have turned within the last second. */
async function storeOf(auth: AuthContext, { app }: CommandContext): Promise<string> {
  const routes = (await app()).get(TenantRoutes, { strict: false });
  await routes.renew(auth);
  return (await routes.storeOf(auth))!;
}

/** The reason why a first move to a store may not start; null: it may. */
async function obstacleTo(
  storeId: string | null,
  open: MoveRow | null,
  auth: AuthContext,
  context: CommandContext,
): Promise<string | null> {
  if (storeId === null || open !== null) return null;
  if ((await storeOf(auth, context)) === storeId) return `${auth.clientId} is in ${storeId} already`;
  return (await context.app()).get(KeyRotations, { strict: false }).refusal(auth);
}

async function carryOut(
  act: MoveAct,
  way: { readonly source: string; readonly target: string; readonly open: MoveRow | null },
  auth: AuthContext,
  { app, say, owner }: CommandContext,
): Promise<boolean> {
  const urls = owner().tenantStoreOwnerUrls;
  const [from, to] = [urls.get(way.source), urls.get(way.target)];
  if (from === undefined || to === undefined) {
    say(`TENANT_STORE_OWNER_URLS does not name both ${way.source} and ${way.target}.`);
    return false;
  }
  const moves = (await app()).get(TenantMoves, { strict: false });
  return withReaders([from, to, from, to], async ([source, target, ...snapshots]) => {
    if (!(await isOnlyCommand(source!, auth))) {
      say(
        `Nothing was changed: another command moves or restores ${auth.clientId}. Run this one when it has ended.`,
      );
      return false;
    }
    const sides = { source: { store: source!, url: from }, target: { store: target!, url: to } };
    if (way.open === null) {
      const obstacle = await withoutReplication(sides.source, sides.target);
      if (obstacle !== null) {
        say(`Nothing was changed: ${obstacle}`);
        return false;
      }
    }
    const move = way.open ?? (await moves.start(auth, way.source, way.target));
    const mover = new Mover({
      ...sides,
      snapshots: [snapshots[0]!, snapshots[1]!],
      moves,
      auth,
      move,
      say,
    });
    try {
      if (act === 'move') await mover.run();
      else if (act === 'undo') await mover.undo();
      else await mover.end();
    } catch (error) {
      if (!(error instanceof MoveHeldUp)) throw error;
      await moves.holdUp(auth, move, error.message);
      say(`The move is held up: ${error.message}`);
      return false;
    }
    say(`${auth.clientId} in ${auth.dataEnv} ${doneOf(act, move)}`);
    return true;
  });
}

function doneOf(act: MoveAct, { source_store: source, target_store: target }: MoveRow): string {
  if (act === 'undo') return `is in ${source} again, and ${target} has no rows of it`;
  if (act === 'end') return `stays in ${target}, and ${source} has no rows of it`;
  return `is in ${target} now; ${source} follows its changes until move-tenant --end, and --undo leads back`;
}

function lineOf(move: MoveRow): string {
  const { tables, tables_copied: copied, rows_compared: rows, pause_ms: pause, ended_at: ended } = move;
  return [
    `${move.client_id} ${move.data_env}`,
    `${move.source_store} to ${move.target_store}`,
    ended ? `${move.state}, ended ${ended.toISOString()}` : move.state,
    `${copied} of ${tables} tables copied`,
    ...(rows === null ? [] : [`${rows} rows compared`]),
    ...(pause === null ? [] : [`writers waited ${pause} ms`]),
    `since ${move.started_at.toISOString()}`,
    ...(move.note === null ? [] : [move.note]),
  ].join('  ');
}
