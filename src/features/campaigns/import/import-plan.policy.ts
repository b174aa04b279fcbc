import type { ContactDraft } from '../contact-rows/contact-draft.js';
import type { ReadRow } from './contact-row.policy.js';
import { CellFault, type RowError } from '../contact-rows/row-error.js';

/** The counts of rows; the three add up to the rows that were sent (campaigns 4.10). */
interface ImportCounts {
  readonly accepted_rows: number;
  readonly duplicate_rows: number;
  readonly rejected_rows: number;
}

export interface ImportPlan {
  /** Contacts that are new to the campaign. */
  readonly added: readonly ContactDraft[];
  readonly known: readonly ContactDraft[];
  readonly errors: readonly RowError[];
  readonly counts: ImportCounts;
}

const DUPLICATE = new CellFault(
  'duplicate_in_request',
  'must not occur twice in one import; no row with it is imported',
);
const REQUIRED_KEY = new CellFault(
  'required',
  'must have a value: the campaign requires this key of a new contact',
);

/**
 * Refuses every row whose external_contact_id another row has as well, even an otherwise invalid
 * one: identifiers are counted before rows are judged (campaigns 4.8).
 */
export function refuseDuplicates(rows: readonly ReadRow[]): ReadRow[] {
  const seen = new Map<string, number>();
  for (const { externalContactId: id } of rows) if (id !== null) seen.set(id, (seen.get(id) ?? 0) + 1);
  return rows.map((it) => {
    if (it.externalContactId === null || seen.get(it.externalContactId) === 1) return it;
    const error: RowError = { row: it.row, column: 'external_contact_id', fault: DUPLICATE };
    return { ...it, draft: null, errors: [error, ...it.errors] };
  });
}

/**
 * Divides rows into new and existing contacts (campaigns 4.9, 4.10).
 * @param rows after refuseDuplicates
 * @param isKnown whether the campaign has a contact with this identifier
 * @param requiredKeys of personalization, which a new contact must have
 */
export function planImport(
  rows: readonly ReadRow[],
  isKnown: (externalContactId: string) => boolean,
  requiredKeys: readonly string[],
): ImportPlan {
  const added: ContactDraft[] = [];
  const known: ContactDraft[] = [];
  const errors: RowError[] = [];
  for (const { row, draft, errors: own } of rows) {
    if (draft === null) {
      errors.push(...own);
      continue;
    }
    const { externalContactId: id } = draft.fields;
    if (id !== undefined && isKnown(id)) {
      known.push(draft);
      continue;
    }
    const missing = requiredKeys.filter((key) => !(key in draft.personalization));
    if (missing.length === 0) added.push(draft);
    else errors.push(...missing.map((column) => ({ row, column, fault: REQUIRED_KEY })));
  }
  const accepted = added.length;
  const duplicates = known.length;
  return {
    added,
    known,
    errors,
    counts: {
      accepted_rows: accepted,
      duplicate_rows: duplicates,
      rejected_rows: rows.length - accepted - duplicates,
    },
  };
}
