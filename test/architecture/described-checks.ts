import type { Client } from 'pg';
import type { DataSource } from 'typeorm';

interface DescribedCheck {
  readonly table: string;
  readonly name: string;
  readonly expression: string;
}

export const checksOf = ({ entityMetadatas }: DataSource): DescribedCheck[] =>
  entityMetadatas.flatMap(({ tableName: table, checks }) =>
    checks.map(({ name, expression }) => ({ table, name, expression })),
  );

// The order of a list of words has no meaning.
const sorted = (definition: string): string => {
  const words = (definition.match(/'[^']*'/g) ?? []).toSorted();
  return definition.replace(/'[^']*'/g, () => words.shift()!);
};

async function definition(client: Client, table: string, name: string): Promise<string> {
  const { rows } = await client.query<{ definition: string }>(
    'SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = $1::regclass AND conname = $2',
    [table, name],
  );
  return sorted(rows[0]?.definition ?? 'none');
}

export const storedCheck = (client: Client, { table, name }: DescribedCheck): Promise<string> =>
  definition(client, table, name);

/** The entity's check, as PostgreSQL prints it. */
export async function describedCheck(client: Client, { table, expression }: DescribedCheck): Promise<string> {
  await client.query(`BEGIN; ALTER TABLE ${table} ADD CONSTRAINT described CHECK (${expression}) NOT VALID`);
  try {
    return (await definition(client, table, 'described')).replace(/ NOT VALID$/, '');
  } finally {
    await client.query('ROLLBACK');
  }
}
