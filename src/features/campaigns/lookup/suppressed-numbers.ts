import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { BEGIN_OPT_OUT, HOLD_OPT_OUTS, SUPPRESSED_AMONG } from './suppressed-numbers.queries.js';

/**
 * Blocks opt-outs from the project until the transaction ends. Every decision about whether
 * contacts are callable calls this first, before it locks a campaign. The following statements see
 * every earlier opt-out, and a later opt-out finds the contacts that were written (campaigns 8.3).
 */
export async function holdOptOuts(tx: StoreReader, projectId: string): Promise<void> {
  await tx.query(HOLD_OPT_OUTS, [projectId]);
}

/** The counterpart of `holdOptOuts`. @param projectId null for a suppression of the whole client */
export async function beginOptOut(tx: StoreReader, projectId: string | null): Promise<void> {
  await tx.query(BEGIN_OPT_OUT, [projectId]);
}

/**
 * The numbers that must not be called in a project, because they are suppressed there or for the
 * whole client. A caller that bases writes on the result must first block new opt-outs.
 * @param hashes of the numbers, under each matching key that the tenant has had
 * @returns the suppressed hashes, in hexadecimal
 */
export async function suppressedAmong(
  db: StoreReader,
  projectId: string,
  hashes: readonly Buffer[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db.query<{ hash: string }>(SUPPRESSED_AMONG, [projectId, hashes]);
  return new Set(rows.map(({ hash }) => hash));
}
