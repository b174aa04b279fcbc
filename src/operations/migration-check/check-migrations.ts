import { DataSource } from 'typeorm';
import { METADATA_WAITS, type MigrationSettings } from '../../config/settings.js';
import type { Registry } from '../../core/registry/registry.js';
import { storesOf } from '../migrate-all.js';
import { tryMigrations, type Trial } from './trial.js';
import { blocksWriters, refusalsOf, sizeOf, waitersFor, type Effect, type Limits } from './verdict.policy.js';

/** A statement is shown on one line of about this length. */
const SHOWN_CHARACTERS = 110;

/**
 * Says what the pending migrations would do to each store, and changes nothing.
 * @returns whether all of them may run
 */
export async function checkMigrations(
  settings: MigrationSettings,
  registry: Registry,
  limits: Limits,
  say: (line: string) => void,
): Promise<boolean> {
  let refused = 0;
  for (const { name, options, prepare } of storesOf(settings, registry)) {
    const source = await new DataSource(options).initialize();
    try {
      refused += report(name, await tryMigrations(source, prepare, limits), limits, say);
    } finally {
      await source.destroy();
    }
  }
  say(refused === 0 ? 'Every migration may run.' : `REFUSED: ${refused} statements. Nothing was changed.`);
  return refused === 0;
}

/** @returns how many statements are refused */
function report(name: string, trial: Trial, limits: Limits, say: (line: string) => void): number {
  if (trial.migrations.length === 0) say(`${name}: up to date`);
  else say(`${name}: ${trial.migrations.length} pending, tried in a transaction that was rolled back`);
  let refused = 0;
  let migration = '';
  for (const effect of trial.effects) {
    if (effect.migration !== migration) say(`  ${(migration = effect.migration)}`);
    const refusals = refusalsOf(effect, limits);
    printEffect(effect, say);
    for (const { fault, instead } of refusals) say(`      REFUSED: ${fault}. Write instead: ${instead}`);
    if (refusals.length > 0 || effect.outcome === 'failed') refused += 1;
  }
  if (trial.end !== null) say(`  ${trial.end}`);
  return refused;
}

function printEffect(
  { statement, outcome, ms, lockedMs, tables }: Effect,
  say: (line: string) => void,
): void {
  const text = statement.replaceAll(/\s+/g, ' ').trim();
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}...` : text;
  say(`    ${outcome === 'not tried' ? 'not tried, outside of a transaction:' : millis(ms)} ${shown}`);
  for (const { table, lock, rewrittenBytes, readBytes, changedRows } of tables) {
    const does = [
      ...(rewrittenBytes > 0 ? [`rewrites ${sizeOf(rewrittenBytes)}`] : []),
      ...(readBytes > 0 ? [`reads ${sizeOf(readBytes)}`] : []),
      ...(changedRows > 0 ? [`changes ${changedRows} rows`] : []),
      ...(blocksWriters(lock) && lockedMs > METADATA_WAITS.lockMs
        ? [`LONG: requests give up after ${METADATA_WAITS.lockMs} ms`]
        : []),
    ];
    say(
      `      ${lock} on ${table} for ${millis(lockedMs)}: ${waitersFor(lock)}${does.map((it) => `; ${it}`).join('')}`,
    );
  }
}

const millis = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
