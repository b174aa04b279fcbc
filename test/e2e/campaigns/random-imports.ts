import fc from 'fast-check';
import Papa from 'papaparse';

/** Fragments that show that a value was stored in clear; no other test uses them. */
export const MARKS = { name: 'Quirrelbane', evidence: 'evidence-Quirrelbane', digits: '2025550' } as const;

/** Identifiers of contacts, few enough to repeat. */
export const IDS = [
  'alpha',
  'beta',
  'gamma',
  'delta',
  'epsilon',
  'zeta',
  'eta',
  'theta',
  'iota',
  'kappa',
] as const;
/** Numbers, few enough that some are suppressed. */
const NUMBERS = Array.from({ length: 30 }, (_, index) => `+1${MARKS.digits}${String(100 + index)}`);
export const SUPPRESSED = NUMBERS.slice(0, 6);

/** The damage of a row: cells that no row may have, the reported column, and the code. */
interface Damage {
  readonly column: string | null;
  readonly cells: Readonly<Record<string, unknown>>;
  readonly code: string;
}
const damage = (column: string, value: unknown, code: string): Damage => ({
  column,
  cells: { [column]: value },
  code,
});

const DAMAGES: readonly Damage[] = [
  damage('to_number', '', 'required'),
  damage('to_number', `1${MARKS.digits}123`, 'phone_plus_missing'),
  damage('to_number', '6.14916E+10', 'phone_scientific_notation'),
  damage('to_number', '6,14916E+10', 'phone_scientific_notation'),
  damage('to_number', `+1 ${MARKS.digits} 12`, 'phone_invalid'),
  damage('to_number', 'not a number', 'phone_invalid'),
  damage('external_contact_id', `robin.${MARKS.name}@example.com`, 'identifier_is_email_or_phone'),
  damage('external_contact_id', `1${MARKS.digits}123`, 'identifier_is_email_or_phone'),
  damage('external_contact_id', '12345678', 'identifier_is_email_or_phone'),
  damage('external_contact_id', 'x'.repeat(129), 'too_long'),
  damage('recipient_timezone', 'Nowhere in particular', 'malformed'),
  damage('recipient_country', 'AUS', 'malformed'),
  damage('recipient_subdivision', 'New South Wales', 'malformed'),
  damage('registry_status', 'clean', 'not_allowed'),
  damage('registry_checked_at_utc', '20/11/2026', 'not_an_instant'),
  damage('registry_vendor', `call +1${MARKS.digits}123`, 'personal_data'),
  damage('consent_source', `${MARKS.name}@example.com`, 'personal_data'),
  damage('consent_source', 'x'.repeat(129), 'too_long'),
  damage('consent_given_at_utc', '2026-13-01T00:00:00Z', 'not_an_instant'),
  damage('exemption_verified', 'perhaps', 'not_allowed'),
  damage('call_type', 'sales', 'not_allowed'),
  damage('priority_override', '101', 'not_a_whole_number'),
  damage('max_attempts', '-1', 'not_a_whole_number'),
  damage('first_name', 'a\0b', 'malformed'),
  damage('clinic', `${MARKS.name} ${'x'.repeat(1_000)}`, 'too_long'),
  {
    column: 'consent_expires_at_utc',
    cells: {
      consent_given_at_utc: '2026-11-02T00:00:00Z',
      consent_expires_at_utc: '2026-11-02T11:00:00+11:00',
    },
    code: 'not_after',
  },
];
/** The key of a CSV cell after the last column. */
const OVER = 'over';
const DAMAGES_OF_CSV: readonly Damage[] = [
  { column: null, cells: { [OVER]: MARKS.name }, code: 'too_many_cells' },
];
const DAMAGES_OF_JSON: readonly Damage[] = [
  damage('to_number', 61491570156, 'not_text'),
  damage('max_attempts', 3, 'not_text'),
  damage('first_name', null, 'not_text'),
  damage('clinic', ['North'], 'not_text'),
  damage('external_contact_id', '', 'required'),
];

/** A row, and whether it is valid by itself. */
export interface RandomRow {
  readonly cells: Readonly<Record<string, unknown>>;
  readonly damage: Pick<Damage, 'column' | 'code'> | null;
  /** The row's identifier; null if it has none. */
  readonly id: string | null;
}

type ImportFormat = 'csv' | 'json';

const text = fc
  .oneof(
    fc.constantFrom('North', 'a "quoted" word', 'one, two', 'two\nlines', 'ö 😀'),
    fc.string({ minLength: 1, maxLength: 12 }),
  )
  .map((it) => `${MARKS.name} ${it}`);

const soundCells = fc.record(
  {
    to_number: fc.constantFrom(...NUMBERS),
    external_contact_id: fc.constantFrom(...IDS),
    recipient_timezone: fc.constantFrom('Australia/Sydney', 'Australia/Perth', 'Mars/Olympus'),
    registry_status: fc.constantFrom('listed', 'not_listed', 'unknown'),
    registry_checked_at_utc: fc.constantFrom('2026-11-01T00:00:00Z', '2026-11-10T00:00:00Z'),
    consent_evidence_reference: fc.constant(MARKS.evidence),
    max_attempts: fc.constantFrom('0', '3'),
    first_name: text,
    clinic: text,
  },
  { requiredKeys: ['to_number'] },
);

function rowOf(format: ImportFormat): fc.Arbitrary<RandomRow> {
  const damages = [...DAMAGES, ...(format === 'json' ? DAMAGES_OF_JSON : DAMAGES_OF_CSV)];
  return fc
    .tuple(
      soundCells,
      fc.option(fc.constantFrom(...damages), { freq: 3 }),
      fc.integer({ min: 0, max: 1_000_000 }),
    )
    .map(([sound, drawn, n]) => {
      // In JSON, every contact has an identifier; a unique one if none was drawn.
      const own =
        format === 'json' && sound.external_contact_id === undefined
          ? { external_contact_id: `own-${n}` }
          : {};
      const cells: Record<string, unknown> = { ...sound, ...own, ...drawn?.cells };
      const isIdDamaged = drawn?.column === 'external_contact_id';
      const id = isIdDamaged ? null : ((cells['external_contact_id'] as string | undefined) ?? null);
      return { cells, damage: drawn, id };
    });
}

/** A body, and the rows that it contains. */
export interface RandomImport {
  readonly format: ImportFormat;
  readonly rows: readonly RandomRow[];
  /** How the first row is reported. */
  readonly firstRow: number;
  readonly body: string;
}

const COLUMNS = [
  ...['to_number', 'external_contact_id', 'recipient_timezone', 'recipient_country', 'recipient_subdivision'],
  ...[
    'registry_status',
    'registry_checked_at_utc',
    'registry_vendor',
    'consent_source',
    'consent_given_at_utc',
    'consent_expires_at_utc',
  ],
  ...['consent_evidence_reference', 'exemption_verified', 'call_type', 'priority_override', 'max_attempts'],
  ...['first_name', 'clinic'],
];

function csvOf(rows: readonly RandomRow[], newline: string, bom: boolean, blanks: boolean): string {
  const cells = rows.map(({ cells: it }) => [
    ...COLUMNS.map((column) => (it[column] as string | undefined) ?? ''),
    ...(OVER in it ? [it[OVER] as string] : []),
  ]);
  const lines = [COLUMNS, ...cells].map((row) =>
    Papa.unparse([row], { quotes: true, escapeFormulae: false }),
  );
  if (blanks) lines.splice(1, 0, '', COLUMNS.map(() => ' ').join(','));
  return `${bom ? '\ufeff' : ''}${lines.join(newline)}${newline}`;
}

const csvImport: fc.Arbitrary<RandomImport> = fc
  .tuple(fc.array(rowOf('csv'), { maxLength: 25 }), fc.constantFrom('\n', '\r\n'), fc.boolean(), fc.boolean())
  .map(([rows, newline, bom, blanks]) => ({
    format: 'csv',
    rows,
    // Two blank lines count as lines but are not rows.
    firstRow: blanks ? 4 : 2,
    body: csvOf(rows, newline, bom, blanks),
  }));

const jsonImport: fc.Arbitrary<RandomImport> = fc
  .array(rowOf('json'), { minLength: 1, maxLength: 25 })
  .map((rows) => {
    const contacts = rows.map(({ cells }) => cells);
    return {
      format: 'json',
      rows,
      firstRow: 1,
      body: JSON.stringify({ source_id: 'crm', batch_id: 'batch', contacts }),
    };
  });

export const anImport: fc.Arbitrary<RandomImport> = fc.oneof(csvImport, jsonImport);

/** The expected counts of an import, derived from its rows alone: accepted, duplicate, rejected. */
export function expectedCounts(rows: readonly RandomRow[], known: ReadonlySet<unknown>): number[] {
  const isRepeated = ({ id }: RandomRow): boolean =>
    id !== null && rows.filter((it) => it.id === id).length > 1;
  const sound = rows.filter((row) => row.damage === null && !isRepeated(row));
  const duplicates = sound.filter(({ id }) => id !== null && known.has(id)).length;
  return [sound.length - duplicates, duplicates, rows.length - sound.length];
}

/** The expected errors: the damage of each damaged row, and each repeated row. */
export function expectedErrors({ rows, firstRow }: RandomImport): string[] {
  return rows.flatMap(({ damage: its, id }, index) => [
    ...(its ? [`${firstRow + index} ${its.column} ${its.code}`] : []),
    ...(id !== null && rows.filter((it) => it.id === id).length > 1
      ? [`${firstRow + index} external_contact_id duplicate_in_request`]
      : []),
  ]);
}

/** Faults that reject a whole file: its bytes, and the reported fault. */
export const BROKEN_FILES: readonly (readonly [fault: string, break_: (file: string) => Buffer])[] = [
  ['not_utf8', (file) => Buffer.concat([Buffer.from(file), Buffer.from([0xff, 0x0a])])],
  ['csv_quotes', (file) => Buffer.from(`${file}"${MARKS.name}`)],
  ['missing', (file) => Buffer.from(file.replace('to_number', 'telephone'))],
  ['unsupported_column', (file) => Buffer.from(file.replace('recipient_country', `${MARKS.name} 7`))],
  ['duplicate_column', (file) => Buffer.from(file.replace('recipient_country', 'call_type'))],
  ['separator', (file) => Buffer.from(file.replaceAll(',', ';').replaceAll('"', ''))],
  ['too_many_rows', (file) => Buffer.from(file + '"+1"\n'.repeat(5_001))],
];
