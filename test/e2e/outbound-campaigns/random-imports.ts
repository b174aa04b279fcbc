import fc from 'fast-check';
import Papa from 'papaparse';

/** What gives away that something was stored in the open; no other test holds them. */
export const MARKS = { name: 'Quirrelbane', evidence: 'evidence-Quirrelbane', digits: '2025550' } as const;

/** Identifiers of contacts, few enough that they meet. */
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

/** What a row is damaged by: a cell that no row may have. `json` alone where CSV cannot hold it. */
const DAMAGES: readonly (readonly [column: string, value: unknown])[] = [
  ['to_number', ''],
  ['to_number', `1${MARKS.digits}123`],
  ['to_number', '6.14916E+10'],
  ['to_number', '6,14916E+10'],
  ['to_number', `+1 ${MARKS.digits} 123`],
  ['to_number', 'not a number'],
  ['external_contact_id', `robin.${MARKS.name}@example.com`],
  ['external_contact_id', `1${MARKS.digits}123`],
  ['external_contact_id', '12345678'],
  ['recipient_timezone', 'Nowhere in particular'],
  ['recipient_country', 'AUS'],
  ['recipient_subdivision', 'New South Wales'],
  ['registry_status', 'clean'],
  ['registry_checked_at_utc', '20/11/2026'],
  ['registry_vendor', `call +1${MARKS.digits}123`],
  ['consent_source', `${MARKS.name}@example.com`],
  ['consent_given_at_utc', '2026-13-01T00:00:00Z'],
  ['exemption_verified', 'perhaps'],
  ['call_type', 'sales'],
  ['priority_override', '101'],
  ['max_attempts', '-1'],
  ['first_name', 'a\0b'],
];
const DAMAGES_OF_JSON: readonly (readonly [column: string, value: unknown])[] = [
  ['to_number', 61491570156],
  ['max_attempts', 3],
  ['first_name', null],
  ['clinic', ['North']],
  ['external_contact_id', ''],
];

/** A row, and whether it is sound by itself. */
export interface RandomRow {
  readonly cells: Readonly<Record<string, unknown>>;
  readonly isDamaged: boolean;
  /** Of a row whose identifier is one: null where it has none. */
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
  const damages = format === 'json' ? [...DAMAGES, ...DAMAGES_OF_JSON] : DAMAGES;
  return fc
    .tuple(
      soundCells,
      fc.option(fc.constantFrom(...damages), { freq: 3 }),
      fc.integer({ min: 0, max: 1_000_000 }),
    )
    .map(([sound, damage, n]) => {
      // JSON has an identifier in every contact; one of its own where none of the few was drawn.
      const own =
        format === 'json' && sound.external_contact_id === undefined
          ? { external_contact_id: `own-${n}` }
          : {};
      const cells: Record<string, unknown> = { ...sound, ...own };
      if (damage) cells[damage[0]] = damage[1];
      const isIdDamaged = damage?.[0] === 'external_contact_id';
      const id = isIdDamaged ? null : ((cells['external_contact_id'] as string | undefined) ?? null);
      return { cells, isDamaged: damage !== null, id };
    });
}

/** A body, and the rows that it was made of. */
export interface RandomImport {
  readonly format: ImportFormat;
  readonly rows: readonly RandomRow[];
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
  ],
  ...['consent_evidence_reference', 'exemption_verified', 'call_type', 'priority_override', 'max_attempts'],
  ...['first_name', 'clinic'],
];

function csvOf(rows: readonly RandomRow[], newline: string, bom: boolean, blanks: boolean): string {
  const cells = rows.map(({ cells: it }) =>
    COLUMNS.map((column) => (it[column] as string | undefined) ?? ''),
  );
  const lines = [COLUMNS, ...cells].map((row) =>
    Papa.unparse([row], { quotes: true, escapeFormulae: false }),
  );
  if (blanks) lines.splice(1, 0, '', COLUMNS.map(() => ' ').join(','));
  return `${bom ? '\ufeff' : ''}${lines.join(newline)}${newline}`;
}

const csvImport: fc.Arbitrary<RandomImport> = fc
  .tuple(fc.array(rowOf('csv'), { maxLength: 25 }), fc.constantFrom('\n', '\r\n'), fc.boolean(), fc.boolean())
  .map(([rows, newline, bom, blanks]) => ({ format: 'csv', rows, body: csvOf(rows, newline, bom, blanks) }));

const jsonImport: fc.Arbitrary<RandomImport> = fc
  .array(rowOf('json'), { minLength: 1, maxLength: 25 })
  .map((rows) => {
    const contacts = rows.map(({ cells }) => cells);
    return { format: 'json', rows, body: JSON.stringify({ source_id: 'crm', batch_id: 'batch', contacts }) };
  });

export const anImport: fc.Arbitrary<RandomImport> = fc.oneof(csvImport, jsonImport);

/** What has to come of an import, worked out from its rows alone: accepted, duplicate, rejected. */
export function expectedCounts(rows: readonly RandomRow[], known: ReadonlySet<unknown>): number[] {
  const isRepeated = ({ id }: RandomRow): boolean =>
    id !== null && rows.filter((it) => it.id === id).length > 1;
  const sound = rows.filter((row) => !row.isDamaged && !isRepeated(row));
  const duplicates = sound.filter(({ id }) => id !== null && known.has(id)).length;
  return [sound.length - duplicates, duplicates, rows.length - sound.length];
}
