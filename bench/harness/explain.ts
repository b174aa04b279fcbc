import type { Client } from 'pg';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Heap Fetches'?: number;
  readonly Plans?: readonly PlanNode[];
}

/**
 * Makes sure that a statement reads one index and nothing else: a floor that goes to the table
 * would be no floor.
 * @throws naming the plan's nodes when it does not
 */
export async function assertIndexOnly(
  db: Client,
  text: string,
  values: readonly unknown[],
  index: string,
): Promise<void> {
  const { rows } = await db.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>({
    text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    values: [...values],
  });
  const scans = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => scansIn(Plan)));
  const isIndexOnly = scans.every(
    (scan) =>
      scan['Node Type'] === 'Index Only Scan' && scan['Index Name'] === index && scan['Heap Fetches'] === 0,
  );
  if (scans.length === 0 || !isIndexOnly) {
    throw new Error(`The floor does not read ${index} alone: ${JSON.stringify(scans)}`);
  }
}

const scansIn = (node: PlanNode): PlanNode[] => [
  ...(node['Node Type'].endsWith('Scan') && node['Node Type'] !== 'Subquery Scan' ? [node] : []),
  ...(node.Plans ?? []).flatMap(scansIn),
];
