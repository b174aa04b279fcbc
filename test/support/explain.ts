import { escapeLiteral } from 'pg';
import type { Client } from 'pg';
import { planMode } from '../../src/core/database/driver/bound-statement.js';
import type { Statement } from '../../src/core/database/driver/bound-statement.js';

/** A node of EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON), with the fields that tests read. */
export interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}

/** A node with all nodes below it. */
export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/**
 * Rows taken out of tables, used or not, and pairs of rows that joins throw away; or only rows out
 * of the given tables.
 */
export const rowsRead = (plan: Plan, tables?: readonly string[]): number =>
  nodesOf(plan)
    .filter((node) => tables?.includes(node['Relation Name'] ?? '') ?? true)
    .map((node) => {
      const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
      const found = node['Relation Name'] === undefined ? 0 : node['Actual Rows'];
      return (found + removed) * node['Actual Loops'];
    })
    .reduce((sum, rows) => sum + rows, 0);

/** Runs an EXPLAIN with FORMAT JSON, and returns the root of the plan. */
export async function planOf(client: Client, explain: string, values: unknown[] = []): Promise<Plan> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain, values);
  return rows[0]!['QUERY PLAN'][0].Plan;
}

/** A value in PostgreSQL's text format. */
function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (Array.isArray(value)) {
    return `{${value.map((it) => (it === null ? 'NULL' : JSON.stringify(textOf(it)))).join(',')}}`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const literal = (value: unknown): string => (value === null ? 'NULL' : escapeLiteral(textOf(value)));

/**
 * Executions of a named statement that PostgreSQL plans for their values, before it considers a
 * generic plan.
 */
const PLANNED_FOR_VALUES = 5;

/**
 * Runs a statement with the plan that it has in the service after its first executions, which may
 * be one for all values.
 * @param options of EXPLAIN other than ANALYZE and the format
 * @returns the root of its plan
 */
export async function explained(client: Client, statement: Statement, options = 'TIMING OFF'): Promise<Plan> {
  const { name, text, values = [] } = statement;
  await client.query(`SET plan_cache_mode = ${planMode(statement)}`);
  await client.query(`PREPARE explained AS ${text}`);
  try {
    const of = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
    for (let earlier = 0; name && earlier < PLANNED_FOR_VALUES; earlier += 1) {
      await client.query(`EXPLAIN EXECUTE explained${of}`);
    }
    return await planOf(client, `EXPLAIN (ANALYZE, ${options}, FORMAT JSON) EXECUTE explained${of}`);
  } finally {
    await client.query('DEALLOCATE explained');
  }
}
