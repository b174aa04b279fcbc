import type { CsvColumns } from '../contact-rows/csv-rows.js';
import { oneOf } from '../contact-rows/one-of.policy.js';
import { readPhone } from '../contact-rows/phone-cell.policy.js';
import { CellFault, type RowError } from '../contact-rows/row-error.js';
import { readCells, type SubmittedRow } from '../contact-rows/submitted-row.js';
import { TERMINAL_STATUSES, type RegistryStatus } from '../rules/statuses.js';

const REQUIRED = ['number', 'status'];

/** The columns of a file of results (campaigns 7.8). */
export const RESULT_COLUMNS: CsvColumns = {
  required: REQUIRED,
  isKnown: (name) => REQUIRED.includes(name),
  unsupported: (column) =>
    `is not supported (column ${column}): a file of results has the columns number and status`,
};

/** A register's three possible results for a number, as counted by a wash. */
export const WASH_RESULTS = ['listed', 'not_listed', 'invalid'] as const satisfies readonly RegistryStatus[];
type WashStatus = (typeof WASH_RESULTS)[number];

/** A parsed row of a file of results; values that could not be read are null and listed as errors. */
export interface ResultRow {
  readonly row: number;
  readonly number: string | null;
  readonly status: WashStatus | null;
  readonly errors: readonly RowError[];
}

export interface WashResult {
  readonly number: string;
  readonly status: WashStatus;
}

const readStatus = oneOf(WASH_RESULTS);

/** Reads one row (campaigns 7.8). */
export function readResultRow(submitted: SubmittedRow): ResultRow {
  let number: string | null = null;
  let status: WashStatus | null = null;
  const errors = readCells(submitted, REQUIRED, (column, text) => {
    if (column === 'number') {
      const read = readPhone(text);
      if (read instanceof CellFault) return read;
      number = read;
    } else {
      const read = readStatus(text);
      if (read instanceof CellFault) return read;
      status = read;
    }
    return null;
  });
  return { row: submitted.row, number, status, errors };
}

const CONTRADICTION = new CellFault(
  'duplicate_in_request',
  'must not occur with two statuses in one file; no row with it is imported',
);

/**
 * Refuses all rows of a number if two of them disagree, even if one of them cannot be read: the
 * service does not guess which is right (campaigns 7.9).
 */
export function refuseContradictions(rows: readonly ResultRow[]): ResultRow[] {
  const said = new Map<string, WashStatus | null>();
  const contradicted = new Set<string>();
  for (const { number, status } of rows) {
    if (number === null) continue;
    if (said.has(number) && said.get(number) !== status) contradicted.add(number);
    said.set(number, status);
  }
  return rows.map((it) => {
    if (it.number === null || !contradicted.has(it.number)) return it;
    const error: RowError = { row: it.row, column: 'number', fault: CONTRADICTION };
    return { ...it, errors: [error, ...it.errors] };
  });
}

export const resultOf = ({ number, status, errors }: ResultRow): WashResult | null =>
  errors.length > 0 || number === null || status === null ? null : { number, status };

/**
 * Whether a wash changes a contact: not if the contact is finished, or if a later check is recorded
 * (campaigns 7.10).
 */
export const acceptsResult = (
  contact: { readonly status: string; readonly registryCheckedAt: Date | null },
  washedAt: Date,
): boolean =>
  !(TERMINAL_STATUSES as readonly string[]).includes(contact.status) &&
  (contact.registryCheckedAt === null || contact.registryCheckedAt <= washedAt);
