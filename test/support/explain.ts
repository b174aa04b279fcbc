import { escapeLiteral } from 'pg';
import type { Client } from 'pg';
import type { Statement } from '../../src/core/stores/bound-statement.js';

/** A value as PostgreSQL reads it from a text. */
function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (Array.isArray(value)) return `{${value.map((it) => JSON.stringify(textOf(it))).join(',')}}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const literal = (value: unknown): string => (value === null ? 'NULL' : escapeLiteral(textOf(value)));

/**
 * Runs a statement as the service has it planned: once for all values, or for those that are given.
 * @param options of EXPLAIN beside ANALYZE and the form
 * @returns the root of its plan
 */
export async function explained<P>(
  client: Client,
  { text, values = [], keepsPlan }: Statement,
  options = 'TIMING OFF',
): Promise<P> {
  await client.query(`SET plan_cache_mode = ${keepsPlan ? 'force_generic_plan' : 'force_custom_plan'}`);
  await client.query(`PREPARE explained AS ${text}`);
  try {
    const of = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: P }] }>(
      `EXPLAIN (ANALYZE, ${options}, FORMAT JSON) EXECUTE explained${of}`,
    );
    return rows[0]!['QUERY PLAN'][0].Plan;
  } finally {
    await client.query('DEALLOCATE explained');
  }
}
