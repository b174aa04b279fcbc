import { describe, expect, it } from 'vitest';
import { CALL_STATUSES, CHANNELS, OUTCOME_IDS } from '../../call-records/rules/call-vocabulary.js';
import { effectiveSentiment } from '../../call-records/rules/sentiment.policy.js';
import type { StoredLine } from '../contents/transcript.policy.js';
import { exportCells, FIXED_COLUMNS, transcriptText, V3_COLUMNS } from './columns.policy.js';
import type { ExportColumn, ExportForm, ExportRow } from './columns.policy.js';

const line = (role: StoredLine['role'], text: string): StoredLine => ({ role, text, offset_ms: 0 });

const CALL: ExportRow = {
  call_id: 'room-2026-10-31-000123',
  project_id: 'front-desk',
  channel: 'phone',
  call_status: 'completed',
  started_at_utc: '2026-10-31T04:12:09.987Z',
  duration_seconds: '142',
  caller_masked: '+61 *** *** 006',
  caller_number: '+61491570006',
  agent_name: 'Ava',
  outcome: 'resolved',
  sentiment: 'negative',
  summary: 'Booked for Tuesday 3 pm.',
  transcript: transcriptText([line('agent', 'How can I help?'), line('caller', 'A check-up, please.')]),
};
const REDACTED: ExportForm = { timezone: 'Australia/Sydney', caller: 'masked', summary: 'safe' };
const UNREDACTED: ExportForm = { timezone: 'Australia/Sydney', caller: 'number', summary: 'stored' };

const cell = (
  column: ExportColumn,
  fields: Partial<ExportRow> = {},
  form: Partial<ExportForm> = {},
): string => exportCells({ ...CALL, ...fields }, [column], { ...REDACTED, ...form })[0]!;

describe('the columns', () => {
  // From calls-export 4.1, 4.2 and 4.3, never from the code.
  const V1 = 'call_started_at, caller, duration_seconds, call_status, primary_outcome, sentiment, summary';

  it.each([
    [
      'legacy',
      'call_id, project_id, call_started_at, call_status, channel, caller, agent, duration_seconds, ' +
        'primary_outcome, summary, transcript',
    ],
    ['portal_business_v1', V1],
    ['portal_business_v2', `${V1}, transcript_status, transcript`],
  ] as const)('of %s are in their order', (profile, columns) => {
    expect(FIXED_COLUMNS[profile].join(', ')).toBe(columns);
  });

  // calls-export 4.4
  it('that v3 chooses from are the twelve of its list', () => {
    expect(V3_COLUMNS.join(', ')).toBe(`${V1}, transcript, call_id, project_id, channel, agent`);
  });

  it.each(['portal_business_v1', 'portal_business_v2'] as const)(
    'of %s reveal neither call, project, channel nor agent',
    (profile) => {
      const cells = exportCells(CALL, FIXED_COLUMNS[profile], UNREDACTED);
      for (const hidden of [CALL.call_id, CALL.project_id, CALL.channel, CALL.agent_name]) {
        expect(cells).not.toContain(hidden);
      }
    },
  );

  it('of v3 are those that were asked for, in that order', () => {
    expect(exportCells(CALL, ['agent', 'call_id', 'channel', 'project_id'], REDACTED)).toEqual([
      'Ava',
      'room-2026-10-31-000123',
      'phone',
      'front-desk',
    ]);
  });

  // calls-export 5.9
  it('of a call about which nothing is known are empty', () => {
    const bare: ExportRow = {
      ...CALL,
      duration_seconds: null,
      caller_masked: null,
      caller_number: null,
      agent_name: null,
      sentiment: 'unclassified',
      summary: null,
      transcript: transcriptText(null),
    };
    expect(exportCells(bare, V3_COLUMNS, UNREDACTED).join('|')).toBe(
      '31/10/2026 15:12:09|||completed|resolved|Unclassified|||room-2026-10-31-000123|front-desk|phone|',
    );
  });
});

// calls-export 5.1, 5.14
describe('call_started_at is written dd/mm/yyyy hh:mm:ss by the clocks of the zone', () => {
  it.each([
    ['UTC', '2026-10-31T04:12:09.000Z', '31/10/2026 04:12:09'],
    ['UTC', '2026-10-31T04:12:09.999Z', '31/10/2026 04:12:09'],
    ['UTC', '2026-01-02T00:00:00.000Z', '02/01/2026 00:00:00'],
    ['UTC', '2026-12-31T23:59:59.999Z', '31/12/2026 23:59:59'],
    ['Australia/Sydney', '2026-12-31T13:00:00.000Z', '01/01/2027 00:00:00'],
    ['Australia/Sydney', '2026-10-03T15:59:59.000Z', '04/10/2026 01:59:59'],
    ['Australia/Sydney', '2026-10-03T16:00:00.000Z', '04/10/2026 03:00:00'],
    ['Australia/Sydney', '2026-04-04T15:30:00.000Z', '05/04/2026 02:30:00'],
    ['Australia/Sydney', '2026-04-04T16:30:00.000Z', '05/04/2026 02:30:00'],
    ['Australia/Adelaide', '2026-07-01T00:00:00.000Z', '01/07/2026 09:30:00'],
    ['Australia/Adelaide', '2026-12-01T00:00:00.000Z', '01/12/2026 10:30:00'],
    ['Australia/Lord_Howe', '2026-07-01T00:00:00.000Z', '01/07/2026 10:30:00'],
    ['Australia/Lord_Howe', '2026-12-01T00:00:00.000Z', '01/12/2026 11:00:00'],
    ['Asia/Kathmandu', '2026-07-01T00:00:00.000Z', '01/07/2026 05:45:00'],
    ['America/St_Johns', '2026-07-01T00:00:00.000Z', '30/06/2026 21:30:00'],
    ['America/New_York', '2026-03-08T07:00:00.000Z', '08/03/2026 03:00:00'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00.000Z', '01/01/2027 00:00:00'],
    ['Europe/London', '2024-02-29T00:00:00.000Z', '29/02/2024 00:00:00'],
  ])('%s: %s is %s', (timezone, started_at_utc, written) => {
    expect(cell('call_started_at', { started_at_utc }, { timezone })).toBe(written);
  });

  it('and as the instant itself where there is no zone', () => {
    expect(cell('call_started_at', {}, { timezone: null })).toBe('2026-10-31T04:12:09.987Z');
  });
});

// calls-export 5.2, 5.3, 5.15
describe('caller', () => {
  it.each<[string, Partial<ExportRow>, ExportForm['caller'], string]>([
    ['is masked', {}, 'masked', '+61 *** *** 006'],
    ['is empty when unavailable', { caller_masked: null }, 'masked', ''],
    ['is the number where that is to be shown', {}, 'number', '+61491570006'],
    ['is masked where the number does not open', { caller_number: null }, 'number', '+61 *** *** 006'],
    ['is empty where there never was one', { caller_number: null, caller_masked: null }, 'number', ''],
  ])('%s', (_what, fields, caller, written) => {
    expect(cell('caller', fields, { caller })).toBe(written);
  });
});

// calls-export 5.4
describe('sentiment', () => {
  it.each([
    ['positive', 'negative', 'Positive'],
    ['neutral', 'negative', 'Neutral'],
    ['negative', 'positive', 'Upset'],
    [null, 'positive', 'Positive'],
    [null, 'neutral', 'Neutral'],
    [null, 'negative', 'Upset'],
    ['', 'negative', 'Upset'],
    ['angry', 'neutral', 'Neutral'],
    [null, null, 'Unclassified'],
    ['', ' ', 'Unclassified'],
    ['angry', 'POSITIVE', 'Unclassified'],
  ])('of %j overall and %j of the caller is %s', (overall, caller, word) => {
    expect(cell('sentiment', { sentiment: effectiveSentiment(overall, caller) })).toBe(word);
  });
});

// calls-export 5.5
describe('summary', () => {
  const personal = 'Call back on 0491 570 006.';

  it.each<[string, string | null, ExportForm['summary'], string]>([
    ['is shown', 'Booked.', 'safe', 'Booked.'],
    ['is empty when unavailable', null, 'safe', ''],
    ['is empty when blank', ' \n', 'safe', ''],
    ['is empty when the tripwire rejects it', personal, 'safe', ''],
    ['is the stored value if that may be shown', personal, 'stored', personal],
    ['is empty when unavailable even then', null, 'stored', ''],
  ])('%s', (_what, summary, form, written) => {
    expect(cell('summary', { summary }, { summary: form })).toBe(written);
  });
});

// calls-export 5.6, 5.7, 5.8
describe('transcript', () => {
  it('is one cell of lines in their order, each with who said it', () => {
    const transcript = transcriptText([
      line('agent', 'Good morning.'),
      line('caller', 'Hello, "Ava", is it?'),
      line('caller', ''),
      line('agent', '=1+1'),
    ]);
    expect(cell('transcript', { transcript })).toBe(
      'agent: Good morning.\r\ncaller: Hello, "Ava", is it?\r\ncaller: \r\nagent: =1+1',
    );
  });

  // calls-export 5.16
  it.each(['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f'])(
    'has no line that somebody said into it with %j',
    (sign) => {
      const transcript = transcriptText([line('caller', `Yes.${sign}agent: You owe us nothing.`)]);
      expect(cell('transcript', { transcript })).toBe('caller: Yes. agent: You owe us nothing.');
    },
  );

  it.each([[null], [[]]])('is empty, and Unavailable, when there are no lines (%j)', (lines) => {
    const transcript = transcriptText(lines);
    expect([cell('transcript', { transcript }), cell('transcript_status', { transcript })]).toEqual([
      '',
      'Unavailable',
    ]);
  });

  // 8 bytes for "caller: ", 7 for "agent: ", 2 for the line ending.
  const LIMIT = 32 * 1024;
  it.each([
    ['one line of the limit', [line('caller', 'x'.repeat(LIMIT - 8))], LIMIT],
    ['one byte more', [line('caller', 'x'.repeat(LIMIT - 7))], 0],
    [
      'two lines of the limit',
      [line('caller', 'x'.repeat(100)), line('agent', 'y'.repeat(LIMIT - 117))],
      LIMIT,
    ],
    ['two lines and a byte', [line('caller', 'x'.repeat(100)), line('agent', 'y'.repeat(LIMIT - 116))], 0],
    ['signs of two bytes up to the limit', [line('caller', 'é'.repeat((LIMIT - 8) / 2))], LIMIT],
    ['signs of four bytes beyond it', [line('caller', '😀'.repeat(LIMIT / 4))], 0],
    ['signs of three bytes up to it', [line('agent', `${'値'.repeat((LIMIT - 8) / 3)}x`)], LIMIT],
  ])('holds %s or is empty, and is never cut off', (_what, lines, bytes) => {
    const transcript = transcriptText(lines);
    expect(Buffer.byteLength(cell('transcript', { transcript }))).toBe(bytes);
    expect(cell('transcript_status', { transcript })).toBe(bytes > 0 ? 'Available' : 'Unavailable');
  });
});

// calls-export 5.12
it('call_id is the identifier of the room', () => {
  expect(cell('call_id')).toBe('room-2026-10-31-000123');
});

// calls-export 5.9
describe('the other cells', () => {
  it.each([
    ['0', '0'],
    ['142', '142'],
    ['141.5', '142'],
    ['0.4', '0'],
    ['86400', '86400'],
  ])('%s seconds are %s whole ones, as in rows of a list', (duration_seconds, written) => {
    expect(cell('duration_seconds', { duration_seconds })).toBe(written);
  });

  it('are the words that filters know', () => {
    expect(CALL_STATUSES.map((call_status) => cell('call_status', { call_status }))).toEqual(CALL_STATUSES);
    expect(OUTCOME_IDS.map((outcome) => cell('primary_outcome', { outcome }))).toEqual(OUTCOME_IDS);
    expect(CHANNELS.map((channel) => cell('channel', { channel }))).toEqual(CHANNELS);
  });
});
