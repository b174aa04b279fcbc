import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { openField, sealedKeyId, sealedStart, sealField } from '../../../core/privacy/keys/field-cipher.js';
import type { FieldAddress } from '../../../core/privacy/keys/field-cipher.js';
import { TenantKeys, type TenantKey } from '../../../core/privacy/keys/tenant-keys.js';
import { DecryptionError } from '../../../core/privacy/privacy.errors.js';
import type { StoreKind } from '../../../core/registry/feature.js';
import { Registry } from '../../../core/registry/registry.js';
import type { RowText, SealedColumn, SealedTable } from '../../../core/registry/sealed-table.js';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { Cooperative } from '../../../core/shared/cooperative.js';
import { PAGE_ROWS, pageOf, replacing } from './sealed-rows.js';

/** A table with sealed columns, in one of a tenant's two stores. */
export interface Step {
  readonly name: string;
  readonly store: StoreKind;
  readonly table: SealedTable;
}

export interface KeyChange {
  readonly newKeyId: string;
  readonly oldKeyIds: readonly string[];
}

/** The values of a page of rows that were under an old key. */
export interface Resealed {
  readonly found: number;
  readonly unopened: number;
  readonly waiting: number;
  readonly resealed: number;
  /** The key of the last row; null at the end of the table. */
  readonly lastRow: readonly string[] | null;
}

type Row = Readonly<Record<string, string | Buffer | null>>;
type Value = string | Buffer;

interface NewRow {
  readonly key: readonly string[];
  readonly columns: readonly { readonly name: string; readonly old: Value; readonly fresh: Value }[];
}

// Few, so that others wait only milliseconds for a row.
const ROWS_AT_ONCE = 50;

/** Seals the values of a tenant under a new key, page by page. */
@Injectable()
export class Resealer {
  constructor(
    private readonly registry: Registry,
    private readonly keys: TenantKeys,
    private readonly metadata: MetadataStore,
    private readonly stores: TenantStores,
  ) {}

  /** All tables that hold sealed values of the tenant, in the order of a pass. */
  steps({ dataEnv }: Tenant): readonly Step[] {
    return (['metadata', 'tenant'] as const).flatMap((store) =>
      this.registry
        .sealed(store)
        .filter(({ onlyIn = dataEnv }) => onlyIn === dataEnv)
        .map((table) => ({ name: `${store}.${table.table}`, store, table })),
    );
  }

  /**
   * Reseals one page. A row that a writer has changed since it was read keeps what the writer
   * wrote; the next pass finds it again.
   * @param after the key of the row behind which the page begins; null: the first page
   * @throws KeyUnavailableError, 503 of a store
   */
  async page(
    auth: AuthContext,
    step: Step,
    change: KeyChange,
    after: readonly string[] | null,
  ): Promise<Resealed> {
    const rows = await this.read(auth, step, change, after);
    const opened = await this.sealRows(auth, step.table, change, rows);
    let resealed = 0;
    for (let at = 0; at < opened.rows.length; at += ROWS_AT_ONCE) {
      const chunk = opened.rows.slice(at, at + ROWS_AT_ONCE);
      resealed += await this.write(auth, step, (tx) => replaceRows(tx, step.table, chunk));
    }
    const last = rows.length < PAGE_ROWS ? undefined : rows.at(-1);
    const lastRow = last === undefined ? null : step.table.key.map((column) => String(last[column]));
    const { found, unopened, waiting } = opened;
    return { found, unopened, waiting, resealed, lastRow };
  }

  private read(
    auth: AuthContext,
    { store, table }: Step,
    { oldKeyIds }: KeyChange,
    after: readonly string[] | null,
  ): Promise<Row[]> {
    const starts = oldKeyIds.map(sealedStart);
    const values = [oldKeyIds, starts, starts.map(likeBase64), ...(after ?? [])];
    const page = pageOf(table, after === null);
    const work = (db: StoreReader): Promise<Row[]> => db.query<Row>(page, values);
    return store === 'metadata' ? this.metadata.read(auth, work) : this.stores.read(auth, work);
  }

  private write<T>(auth: AuthContext, { store }: Step, work: (tx: StoreReader) => Promise<T>): Promise<T> {
    return store === 'metadata' ? this.metadata.transaction(auth, work) : this.stores.transaction(auth, work);
  }

  private async sealRows(
    tenant: Tenant,
    table: SealedTable,
    change: KeyChange,
    rows: readonly Row[],
  ): Promise<{ found: number; unopened: number; waiting: number; rows: NewRow[] }> {
    const fresh = await this.keys.byId(tenant, 'encryption', change.newKeyId);
    const old = new Map<string, TenantKey>();
    for (const id of change.oldKeyIds) old.set(id, await this.keys.byId(tenant, 'encryption', id));
    const slices = new Cooperative();
    const sum = { found: 0, unopened: 0, waiting: 0, rows: [] as NewRow[] };
    for (const row of rows) {
      const columns: NewRow['columns'][number][] = [];
      for (const [name, column] of Object.entries(table.columns)) {
        const value = row[`sealed_${name}`];
        if (value === null || value === undefined) continue;
        const pause = slices.yieldToEventLoop();
        if (pause) await pause;
        if (column.form === 'file') {
          sum.waiting += 1;
          continue;
        }
        const anew = (sealed: Buffer, place: FieldAddress): Buffer | null =>
          sealAnew(old, fresh, sealed, place);
        const result = sealColumn(column, value, tenant, row as RowText, anew);
        sum.found += result.found;
        sum.unopened += result.unopened;
        if (result.fresh !== null) columns.push({ name, old: value, fresh: result.fresh });
      }
      if (columns.length > 0) sum.rows.push({ key: table.key.map((column) => String(row[column])), columns });
    }
    return sum;
  }
}

async function replaceRows(tx: StoreReader, table: SealedTable, rows: readonly NewRow[]): Promise<number> {
  let done = 0;
  for (const { key, columns } of rows) {
    const statement = replacing(
      table,
      columns.map(({ name }) => name),
    );
    const values = columns.flatMap(({ old, fresh }) => [old, fresh]);
    if ((await tx.query(statement, [...key, ...values])).length > 0) done += columns.length;
  }
  return done;
}

/**
 * The value under the new key; unchanged if it is under no old key, null if it cannot be opened.
 */
function sealAnew(
  old: ReadonlyMap<string, TenantKey>,
  fresh: TenantKey,
  sealed: Buffer,
  place: FieldAddress,
): Buffer | null {
  try {
    const key = old.get(sealedKeyId(sealed));
    return key ? sealField(fresh, place, openField(key, place, sealed)) : sealed;
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}

interface NewColumn {
  readonly found: number;
  readonly unopened: number;
  /** Null: nothing in it is resealed. */
  readonly fresh: Value | null;
}

function sealColumn(
  column: Exclude<SealedColumn, { form: 'file' }>,
  value: Value,
  tenant: Tenant,
  row: RowText,
  anew: (sealed: Buffer, place: FieldAddress) => Buffer | null,
): NewColumn {
  if (column.form === 'bytes') {
    const fresh = anew(value as Buffer, column.place(tenant, row));
    return { found: 1, unopened: fresh === null ? 1 : 0, fresh };
  }
  let text = String(value);
  let found = 0;
  let unopened = 0;
  for (const { name, base64 } of column.pieces(text)) {
    const sealed = Buffer.from(base64, 'base64');
    const fresh = anew(sealed, column.place(tenant, row, name));
    if (fresh === sealed) continue;
    found += 1;
    if (fresh === null) unopened += 1;
    // Replaced in the text instead of written from the parsed value, so that every other byte stays.
    else text = text.replace(base64, fresh.toString('base64'));
  }
  return { found, unopened, fresh: text === value ? null : text };
}

/** A pattern of texts with a sealed piece: base64 has no % and no _, and three bytes are four letters. */
const likeBase64 = (start: Buffer): string =>
  `%${start.subarray(0, start.length - (start.length % 3)).toString('base64')}%`;
