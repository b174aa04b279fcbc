import { METADATA_WAITS, type MigrationSettings } from '../../config/settings.js';
import type { Registry } from '../../core/registry/registry.js';
import { storesOf, type MigratedStore } from '../migrate-all.js';
import { readLiveStore, type LiveStore } from './live-store.js';
import { tryMigrations, type Trial } from './trial.js';
import {
  blocksWriters,
  effectsOf,
  refusalsOf,
  sizeOf,
  waitersFor,
  type Effect,
  type Limits,
} from './verdict.policy.js';

/** A statement is shown on one line of about this length. */
const SHOWN_CHARACTERS = 110;

/**
 * Says what the pending migrations would do to each store, and takes no lock of its tables.
 * @returns whether all of them may run
 */
export async function checkMigrations(
  settings: MigrationSettings,
  registry: Registry,
  limits: Limits,
  say: (line: string) => void,
): Promise<boolean> {
  const trials = new Map<string, Promise<Trial>>();
  let refused = 0;
  for (const store of storesOf(settings, registry)) {
    const live = await readLiveStore(store.options.url!);
    refused += report(store.name, await trialOf(store, live, trials), live, limits, say);
  }
  say(refused === 0 ? 'Every migration may run.' : `REFUSED: ${refused} statements. Nothing was changed.`);
  return refused === 0;
}

/** Stores with the same migrations have the same schema: one trial does for all of them. */
function trialOf(store: MigratedStore, live: LiveStore, trials: Map<string, Promise<Trial>>): Promise<Trial> {
  const key = JSON.stringify([store.prepare, live.applied?.toSorted()]);
  const trial = trials.get(key) ?? tryMigrations(store, live);
  trials.set(key, trial);
  return trial;
}

/** @returns how many statements are refused */
function report(
  name: string,
  trial: Trial,
  { applied, sizes }: LiveStore,
  limits: Limits,
  say: (line: string) => void,
): number {
  if (trial.migrations.length === 0) say(`${name}: up to date`);
  else if (applied === null) say(`${name}: new, ${trial.migrations.length} pending`);
  else say(`${name}: ${trial.migrations.length} pending, tried on an empty copy`);
  let refused = 0;
  let migration = '';
  for (const effect of effectsOf(trial.steps, sizes)) {
    if (effect.migration !== migration) say(`  ${(migration = effect.migration)}`);
    const refusals = refusalsOf(effect, limits);
    printEffect(effect, say);
    for (const { fault, instead } of refusals) say(`      REFUSED: ${fault}. Write instead: ${instead}`);
    if (refusals.length > 0) refused += 1;
  }
  if (trial.end === null) return refused;
  say(`  REFUSED: ${trial.end}`);
  return refused + 1;
}

function printEffect(
  { statement, isAlone, ms, lockedMs, tables }: Effect,
  say: (line: string) => void,
): void {
  const text = statement.replaceAll(/\s+/g, ' ').trim();
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}...` : text;
  say(`    ${millis(ms)}${isAlone ? ', outside of a transaction:' : ''} ${shown}`);
  for (const { table, lock, rewrittenBytes, readBytes, changedRows } of tables) {
    const does = [
      ...(rewrittenBytes > 0 ? [`rewrites ${sizeOf(rewrittenBytes)}`] : []),
      ...(readBytes > 0 ? [`reads ${sizeOf(readBytes)}`] : []),
      ...(changedRows > 0 ? [`changes up to ${changedRows} rows`] : []),
      ...(blocksWriters(lock) && lockedMs > METADATA_WAITS.lockMs
        ? [`LONG: requests give up after ${METADATA_WAITS.lockMs} ms`]
        : []),
    ];
    say(
      `      ${lock} on ${table} for about ${millis(lockedMs)}: ${waitersFor(lock)}${does.map((it) => `; ${it}`).join('')}`,
    );
  }
}

const millis = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
