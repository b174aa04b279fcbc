import type { Client } from 'pg';
import type { DataSource } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';

/** A column of a table, in a form that entities and PostgreSQL have in common. */
interface DescribedColumn {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly is_key: boolean;
  readonly collation: string;
  readonly filled: string;
}

const MADE_BY_STORE = 'made by the store';

// Partitions have the columns of their table, so they are left out.
const STORED = `
  SELECT c.relname || '.' || a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
         NOT a.attnotnull AS nullable, coalesce(a.attnum = ANY (k.conkey), false) AS is_key,
         coalesce((SELECT collname FROM pg_collation o WHERE o.oid = a.attcollation AND collname <> 'default'), '') AS collation,
         CASE WHEN a.attgenerated <> '' OR a.attidentity <> '' THEN '${MADE_BY_STORE}'
              ELSE coalesce(pg_get_expr(d.adbin, d.adrelid), '') END AS filled
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     AND c.relname <> ALL ($1)
   ORDER BY c.relname, a.attname`;

/** The columns that a database has. @param without tables that no entity describes */
export const storedColumns = async (client: Client, without: readonly string[]): Promise<DescribedColumn[]> =>
  (await client.query<DescribedColumn>(STORED, [without])).rows;

/** The columns that the entities describe; PostgreSQL writes their types. */
export async function describedColumns(client: Client, source: DataSource): Promise<DescribedColumn[]> {
  const columns = source.entityMetadatas.flatMap((entity) =>
    entity.columns.map((column) => ({ name: `${entity.tableName}.${column.databaseName}`, column })),
  );
  const { rows } = await client.query<{ type: string }>(
    `SELECT format_type(to_regtype(type), to_regtypemod(type)) AS type
       FROM unnest($1::text[]) WITH ORDINALITY AS t (type, place) ORDER BY place`,
    [columns.map(({ column }) => typeOf(column))],
  );
  return columns
    .map(({ name, column }, at) => ({
      name,
      type: rows[at]!.type,
      nullable: column.isNullable,
      is_key: column.isPrimary && !column.isGenerated,
      collation: column.collation ?? '',
      filled: filledBy(column),
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function typeOf({ type, precision, scale, isArray }: ColumnMetadata): string {
  const sizes = [precision, scale].filter((size) => size !== undefined && size !== null);
  return `${type as string}${sizes.length > 0 ? `(${sizes.join(',')})` : ''}${isArray ? '[]' : ''}`;
}

function filledBy({ isGenerated, isInsert, type, default: given }: ColumnMetadata): string {
  if (isGenerated || !isInsert) return MADE_BY_STORE;
  if (given === undefined) return '';
  if (typeof given === 'function') return given();
  return typeof given === 'string' ? `'${given}'::${type as string}` : JSON.stringify(given);
}
