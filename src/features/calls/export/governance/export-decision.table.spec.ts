import { describe, expect, it } from 'vitest';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { PlatformError } from '../../../../core/shared/platform-error.js';
import { NOTHING_PERMITTED } from '../../../../core/privacy/pii/pii-permission.policy.js';
import { decideExport, settleExport } from './export-decision.policy.js';
import { readExportRequest } from '../export-request.policy.js';
import { SCOPES } from '../../../../core/shared/roles.js';

type Scope = AuthContext['scope'];

// The values tried for each field, under the names that the sentences and the printed table use.
const PROJECTS = { given: 'front-desk', omitted: undefined, blank: ' ' };
const FORMATS = { omitted: undefined, csv: 'csv', other: 'xlsx' };
const PROFILES = {
  none: undefined,
  v1: 'portal_business_v1',
  v2: 'portal_business_v2',
  v3: 'portal_business_v3',
  unknown: 'portal_business_v4',
};
const TIMEZONES = { omitted: undefined, given: 'Australia/Sydney', invalid: 'Sydney' };
const COLUMNS = {
  omitted: undefined,
  harmless: ['summary', 'caller'],
  'with transcript': ['call_id', 'transcript'],
  wrong: ['summary', 'summary'],
};
const REDACTS = { omitted: undefined, true: true, false: false };
/** The opt-ins: caller info, transcript text, audio links. */
const FLAGS = ['---', 'c--', '-t-', '--a', 'ct-', 'c-a', '-ta', 'cta'] as const;

interface Cell {
  readonly scope: Scope;
  readonly project: keyof typeof PROJECTS;
  readonly format: keyof typeof FORMATS;
  readonly profile: keyof typeof PROFILES;
  readonly timezone: keyof typeof TIMEZONES;
  readonly columns: keyof typeof COLUMNS;
  readonly redact: keyof typeof REDACTS;
  readonly flags: (typeof FLAGS)[number];
}

const keysOf = <T extends object>(record: T): (keyof T)[] => Object.keys(record) as (keyof T)[];
const ALL_SCOPES: readonly Scope[] = [...SCOPES, 'system'];

const bodyOf = (cell: Omit<Cell, 'scope'>): Record<string, unknown> => ({
  project_id: PROJECTS[cell.project],
  format: FORMATS[cell.format],
  profile: PROFILES[cell.profile],
  timezone: TIMEZONES[cell.timezone],
  columns: COLUMNS[cell.columns],
  redact_personal_information: REDACTS[cell.redact],
  include_caller_info: cell.flags[0] === 'c',
  include_transcript_text: cell.flags[1] === 't',
  include_audio_links: cell.flags[2] === 'a',
});

const written = ({ entry }: PlatformError): string => `${entry.status} ${entry.code.replace('EXPORT_', '')}`;

function answerTo(scope: Scope, body: Readonly<Record<string, unknown>>): string {
  try {
    const decision = decideExport(scope, readExportRequest(body));
    return decision.kind === 'asked' ? 'allowed' : written(decision.error);
  } catch (error) {
    return error instanceof PlatformError && error.entry.status === 422 ? '422' : `thrown: ${String(error)}`;
  }
}

/**
 * A sentence of the contract: the cells to which it applies, and their answer. Flags match as
 * patterns.
 */
type Sentence = { readonly answer: string; readonly flags?: readonly string[] } & {
  readonly [K in Exclude<keyof Cell, 'flags'>]?: readonly Cell[K][];
};

const OTHERS: readonly Scope[] = ['client_manager', 'client_staff', 'partner_admin'];
const NOBODY = ALL_SCOPES.filter((scope) => scope !== 'client_admin' && !OTHERS.includes(scope));
const OPTIONS = '400 PROFILE_OPTIONS_UNSUPPORTED';
const SENT: readonly Cell['columns'][] = ['harmless', 'with transcript', 'wrong'];

// calls-export 3.1 again, in its order and as patterns; the first match decides. Written only from
// the contract.
const SENTENCES: readonly Sentence[] = [
  // Four scopes are allowed; API key scopes and all others are denied.
  { scope: NOBODY, answer: '404 DENIED' },
  // project_id blank or omitted.
  { project: ['omitted', 'blank'], answer: '400 PROJECT_REQUIRED' },
  // Only csv.
  { format: ['other'], answer: '400 UNSUPPORTED_FORMAT' },
  // The profile is not one of the three; there is no default.
  { profile: ['unknown'], answer: '400 PROFILE_UNSUPPORTED' },
  // The timezone is required with any profile, forbidden without one.
  { profile: ['none'], timezone: ['given', 'invalid'], answer: '400 TIMEZONE_WITHOUT_PROFILE' },
  { profile: ['v1', 'v2', 'v3'], timezone: ['omitted'], answer: '400 TIMEZONE_REQUIRED' },
  { profile: ['v1', 'v2', 'v3'], timezone: ['invalid'], answer: '400 TIMEZONE_INVALID' },
  // v3 columns empty, repeated, unknown or non-string.
  { profile: ['v3'], columns: ['wrong'], answer: '400 COLUMNS_INVALID' },
  // v2 and v3-with-transcript-or-unredacted are client_admin only, 404 for every other role.
  { scope: OTHERS, profile: ['v2'], answer: '404 DENIED' },
  { scope: OTHERS, profile: ['v3'], columns: ['with transcript'], answer: '404 DENIED' },
  { scope: OTHERS, profile: ['v3'], redact: ['false'], answer: '404 DENIED' },
  // A sensitive opt-in by another role, including with v1.
  { scope: OTHERS, flags: ['c..', '.t.', '..a'], answer: '403 DENIED' },
  // v1 needs all sensitive flags false.
  { profile: ['v1'], flags: ['c..', '.t.', '..a'], answer: OPTIONS },
  // v2 needs transcript true and caller and audio false.
  { profile: ['v2'], flags: ['.-.', 'c..', '..a'], answer: OPTIONS },
  // v3 needs all sensitive flags false plus columns and redact_personal_information ...
  { profile: ['v3'], flags: ['c..', '.t.', '..a'], answer: OPTIONS },
  { profile: ['v3'], columns: ['omitted'], answer: OPTIONS },
  { profile: ['v3'], redact: ['omitted'], answer: OPTIONS },
  // ... both forbidden for other profiles.
  { profile: ['none', 'v1', 'v2'], columns: SENT, answer: OPTIONS },
  { profile: ['none', 'v1', 'v2'], redact: ['true', 'false'], answer: OPTIONS },
  { answer: 'allowed' },
];

const fits = (pattern: string, flags: string): boolean =>
  [...pattern].every((sign, place) => sign === '.' || sign === flags[place]);

const speaksOf = ({ answer: _answer, flags, ...fields }: Sentence, cell: Cell): boolean =>
  (flags ?? ['...']).some((pattern) => fits(pattern, cell.flags)) &&
  Object.entries(fields).every(([name, values]) =>
    (values as readonly unknown[]).includes(cell[name as keyof Cell]),
  );

function* allCells(): Generator<Cell> {
  for (const profile of keysOf(PROFILES))
    for (const columns of keysOf(COLUMNS))
      for (const redact of keysOf(REDACTS))
        for (const flags of FLAGS)
          for (const timezone of keysOf(TIMEZONES))
            for (const project of keysOf(PROJECTS))
              for (const format of keysOf(FORMATS))
                for (const scope of ALL_SCOPES)
                  yield { scope, project, format, profile, timezone, columns, redact, flags };
}

const GROUPS: readonly (readonly [string, readonly Scope[]])[] = [
  ['client_admin', ['client_admin']],
  [OTHERS.join(', '), OTHERS],
];

/** The answer for all roles of a group; the test fails if their answers differ. */
function alike(scopes: readonly Scope[], body: Readonly<Record<string, unknown>>): string {
  const answers = [...new Set(scopes.map((scope) => answerTo(scope, body)))];
  expect(answers).toHaveLength(1);
  return answers.join().replace('PROFILE_OPTIONS_UNSUPPORTED', 'OPTIONS');
}

const sound = (profile: Cell['profile'], fields: Partial<Cell> = {}): Record<string, unknown> =>
  bodyOf({
    project: 'given',
    format: 'omitted',
    profile,
    timezone: profile === 'none' ? 'omitted' : 'given',
    columns: profile === 'v3' ? 'harmless' : 'omitted',
    redact: profile === 'v3' ? 'true' : 'omitted',
    flags: profile === 'v2' ? '-t-' : '---',
    ...fields,
  });

const tableRow = (title: string, cells: readonly string[], width: number): string =>
  `    ${title.padEnd(45)}${cells.map((it) => it.padEnd(width)).join('')}`.trimEnd();

/**
 * One profile: rows with the same decision are grouped, under all the columns and redactions that
 * lead to it.
 */
function byFlags(profile: Cell['profile']): string[] {
  const blocks = new Map<string, Map<string, string[]>>();
  for (const columns of keysOf(COLUMNS)) {
    const redactsOf = new Map<string, string[]>();
    for (const redact of keysOf(REDACTS)) {
      const lines = GROUPS.map(([title, scopes]) => {
        const answers = FLAGS.map((flags) => alike(scopes, sound(profile, { columns, redact, flags })));
        const isOne = new Set(answers).size === 1;
        return tableRow(title, isOne ? [`${answers[0]}, whatever the flags`] : answers, 13);
      });
      const text = lines.join('\n');
      redactsOf.set(text, [...(redactsOf.get(text) ?? []), redact]);
    }
    for (const [text, redacts] of redactsOf) {
      const when = redacts.length === keysOf(REDACTS).length ? 'of any kind' : redacts.join(' or ');
      const variants = blocks.get(text) ?? new Map<string, string[]>();
      blocks.set(text, variants.set(when, [...(variants.get(when) ?? []), columns]));
    }
  }
  const titled = [...blocks].flatMap(([text, variants]) => [
    ...[...variants].map(([redact, columns]) => {
      const which = columns.length === keysOf(COLUMNS).length ? 'of any kind' : columns.join(' or ');
      return `  columns ${which}; redact_personal_information ${redact}`;
    }),
    tableRow('', FLAGS, 13),
    text,
    '',
  ]);
  return [`PROFILE ${PROFILES[profile] ?? 'omitted'}`, '', ...titled];
}

/** One field varies in requests that are otherwise valid. */
const byField = (name: 'project' | 'format' | 'timezone', values: readonly string[]): string[] => [
  name.toUpperCase(),
  '',
  ...values.flatMap((value) => [
    `  ${value}`,
    tableRow('', ['no profile', 'v1', 'v2', 'v3'], 30),
    ...GROUPS.map(([title, scopes]) =>
      tableRow(
        title,
        (['none', 'v1', 'v2', 'v3'] as const).map((profile) =>
          alike(scopes, sound(profile, { [name]: value })),
        ),
        30,
      ),
    ),
    '',
  ]),
];

function byLookups(): string[] {
  const combinations = (['enabled', 'disabled', 'unconfirmed'] as const).flatMap((audioRetention) =>
    [true, false].map((isProjectVisible) => ({ audioRetention, isProjectVisible })),
  );
  const titles = combinations.map((it) => `${it.audioRetention}, ${it.isProjectVisible ? 'in' : 'out'}`);
  const lines = FLAGS.map((flags) => {
    const decision = decideExport('client_admin', readExportRequest(sound('none', { flags })));
    if (decision.kind === 'refused') throw decision.error;
    const answers = combinations.map((it) => {
      const settled = settleExport(decision.asked, { ...it, permission: NOTHING_PERMITTED, summary: 'safe' });
      return settled.kind === 'refused' ? written(settled.error) : 'granted';
    });
    return tableRow(`client_admin ${flags}`, answers, 17);
  });
  return [
    'AFTER THE LOOK-UPS, without a profile: audio retention; project in or out of scope',
    '',
    tableRow('', titles, 17),
    ...lines,
    '',
  ];
}

const table = (): string =>
  [
    'What an export is answered. Written by export-decision.table.spec.ts; a difference is reviewed like one of permissions.',
    '',
    'Everybody who is not named below is answered 404 DENIED in every cell:',
    `  ${NOBODY.join(', ')}.`,
    'Flags: c include_caller_info, t include_transcript_text, a include_audio_links; - is false.',
    'All codes begin with EXPORT_; OPTIONS is EXPORT_PROFILE_OPTIONS_UNSUPPORTED; allowed goes on to the look-ups.',
    '',
    ...keysOf(PROFILES).flatMap(byFlags),
    ...byField('project', keysOf(PROJECTS)),
    ...byField('format', keysOf(FORMATS)),
    ...byField('timezone', keysOf(TIMEZONES)),
    ...byLookups(),
  ].join('\n');

describe('the decision about an export', () => {
  it('is in every cell what the sentences of the contract say (calls-export 3.1, 2.2, 2.5)', () => {
    const used = new Set<Sentence>();
    const wrong: string[] = [];
    let cells = 0;
    for (const cell of allCells()) {
      cells += 1;
      const sentence = SENTENCES.find((it) => speaksOf(it, cell))!;
      used.add(sentence);
      const answer = answerTo(cell.scope, bodyOf(cell));
      if (answer !== sentence.answer && wrong.length < 10) {
        wrong.push(`${JSON.stringify(cell)}: ${answer}, and not ${sentence.answer}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(cells).toBe(12 * 5 * 4 * 3 * 8 * 3 * 3 * 3);
    expect(SENTENCES.filter((sentence) => !used.has(sentence))).toEqual([]);
  });

  // A difference in this file is reviewed like a change of permissions.
  it('reads like the contract', async () => {
    await expect(table()).toMatchFileSnapshot('export-decision.table.txt');
  });
});
