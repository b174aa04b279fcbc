/** Codes of errors in a row (campaigns 4.12). */
export const ROW_ERROR_CODES = [
  'required',
  'phone_plus_missing',
  'phone_scientific_notation',
  'phone_invalid',
  'number_premium_rate',
  'number_shared_cost',
  'number_personal',
  'number_satellite',
  'identifier_is_email_or_phone',
  'duplicate_in_request',
  'personal_data',
  'not_allowed',
  'not_a_whole_number',
  'not_an_instant',
  'not_after',
  'malformed',
  'too_long',
  'not_text',
  'too_many_cells',
] as const;
export type RowErrorCode = (typeof ROW_ERROR_CODES)[number];

/** Refuses one cell. Neither the message nor the list of allowed values repeats the sent value. */
export class CellFault {
  constructor(
    readonly code: RowErrorCode,
    readonly message: string,
    readonly allowed?: readonly string[],
  ) {}
}

export interface RowError {
  /** The row number, counted as in campaigns 4.12. */
  readonly row: number;
  /** Null if the error concerns the whole row. */
  readonly column: string | null;
  readonly fault: CellFault;
}
