import { describe, expect, it } from 'vitest';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { PlatformError } from '../../../../core/shared/platform-error.js';
import { NOTHING_PERMITTED, summaryForm } from '../../../../core/privacy/pii/pii-permission.policy.js';
import type { PiiPermission } from '../../../../core/privacy/pii/pii-permission.policy.js';
import { decideExport, settleExport } from './export-decision.policy.js';
import type { RequestedExport, ExportLookups, GrantedExport } from './export-decision.policy.js';
import { readExportRequest } from '../export-request.policy.js';
import { SCOPES } from '../../../../core/shared/roles.js';

// export-decision.table.txt has the answer for each role and combination; this spec covers the
// fields and what an export shows.

type Scope = AuthContext['scope'];
type Body = Readonly<Record<string, unknown>>;

const ALL_SCOPES: readonly Scope[] = [...SCOPES, 'system'];
const OTHERS: readonly Scope[] = ['client_manager', 'client_staff', 'partner_admin'];
const RETENTIONS = ['enabled', 'disabled', 'unconfirmed'] as const;

const written = ({ entry }: PlatformError): string => `${entry.status} ${entry.code.replace('EXPORT_', '')}`;

function answerTo(scope: Scope, body: Body): string {
  try {
    const decision = decideExport(scope, readExportRequest(body));
    return decision.kind === 'asked' ? 'allowed' : written(decision.error);
  } catch (error) {
    return error instanceof PlatformError && error.entry.status === 422 ? '422' : `thrown: ${String(error)}`;
  }
}

function askedBy(scope: Scope, body: Body): RequestedExport {
  const decision = decideExport(scope, readExportRequest(body));
  if (decision.kind === 'refused') throw decision.error;
  return decision.asked;
}

function settledAs(asked: RequestedExport, lookups: ExportLookups): string {
  const decision = settleExport(asked, lookups);
  return decision.kind === 'refused' ? written(decision.error) : 'granted';
}

const SOUND = {
  project_id: 'front-desk',
  include_caller_info: false,
  include_transcript_text: false,
  include_audio_links: false,
};
const IN_PROFILE = { timezone: 'Australia/Sydney' };
const V1 = { ...SOUND, ...IN_PROFILE, profile: 'portal_business_v1' };
const V2 = { ...SOUND, ...IN_PROFILE, profile: 'portal_business_v2', include_transcript_text: true };
const V3 = {
  ...SOUND,
  ...IN_PROFILE,
  profile: 'portal_business_v3',
  columns: ['summary', 'caller', 'transcript'],
  redact_personal_information: true,
};

// calls-export 1.2
describe('a required typed boolean', () => {
  it.each(ALL_SCOPES)('that is missing or no JSON boolean is 422 to %s, whatever else is wrong', (scope) => {
    for (const option of ['include_caller_info', 'include_transcript_text', 'include_audio_links']) {
      for (const value of [undefined, null, 'true', 0, []]) {
        for (const rest of [
          SOUND,
          V1,
          V2,
          V3,
          { project_id: '', format: 'xlsx', profile: 'v9', columns: 7 },
        ]) {
          expect(answerTo(scope, { ...SOUND, ...rest, [option]: value })).toBe('422');
        }
      }
    }
  });
});

// calls-export 3.1, 3.3
describe('a profile', () => {
  it.each([
    ['', 'PORTAL_BUSINESS_V1', 'portal_business_v1 ', 'v1', 'legacy', 'portal_business_v4', 'constructor'],
    [7, true, [], ['portal_business_v1'], {}],
  ])('is one of the three letter by letter, and %j is none', (...profiles) => {
    for (const profile of profiles) {
      expect(answerTo('client_admin', { ...V1, profile })).toBe('400 PROFILE_UNSUPPORTED');
    }
  });
});

// calls-export 3.1
describe('a format', () => {
  it.each(['CSV', ' csv', '', 'json', 7, ['csv'], {}])('is csv, and %j is not', (format) => {
    expect(answerTo('client_admin', { ...SOUND, format })).toBe('400 UNSUPPORTED_FORMAT');
  });
});

// calls-export 3.1
describe('a timezone', () => {
  it.each(['', ' ', 'Sydney', 'australia/sydney', '+10:00', 'UTC+10', 'Australia/Sydney ', 10, [], {}])(
    'is an IANA name, and %j is not',
    (timezone) => {
      for (const request of [V1, V2, V3]) {
        expect(answerTo('client_admin', { ...request, timezone })).toBe('400 TIMEZONE_INVALID');
      }
      expect(answerTo('client_admin', { ...SOUND, timezone })).toBe('400 TIMEZONE_WITHOUT_PROFILE');
    },
  );
});

// calls-export 3.1
describe('a timezone that is none', () => {
  it.each([
    ['australia/sydney', 'must be an IANA time zone, spelled exactly Australia/Sydney'],
    ['AEST', 'must be an IANA time zone, such as Australia/Sydney'],
    ['', 'must be an IANA time zone, such as Australia/Sydney'],
  ])('is named with how it is spelled, where only the case is wrong: %j', (timezone, message) => {
    const decision = decideExport('client_admin', readExportRequest({ ...V1, timezone }));
    expect(decision).toMatchObject({
      error: { fields: [{ loc: ['body', 'timezone'], message, type: 'timezone_invalid' }] },
    });
  });
});

// calls-export 3.1, 4.4
describe('the columns of v3', () => {
  const places = (columns: unknown): string[] => {
    const decision = decideExport('client_admin', readExportRequest({ ...V3, columns }));
    if (decision.kind === 'asked') return [];
    expect(decision.error.entry.code).toBe('EXPORT_COLUMNS_INVALID');
    return decision.error.fields.map(({ loc, type }) => `${loc.slice(1).join('.')} ${type}`);
  };

  it.each<[string, unknown, string[]]>([
    ['are a list', 'summary', ['columns list_type']],
    ['are a list and no object', { 0: 'summary', length: 1 }, ['columns list_type']],
    ['are a list and no number', 0, ['columns list_type']],
    ['are at least one', [], ['columns too_short']],
    ['are known', ['summary', 'recording'], ['columns.1 value_unknown']],
    [
      'are known letter by letter',
      ['Summary', ' caller'],
      ['columns.0 value_unknown', 'columns.1 value_unknown'],
    ],
    [
      'are text',
      [7, null, ['summary']],
      ['columns.0 value_unknown', 'columns.1 value_unknown', 'columns.2 value_unknown'],
    ],
    ['are no words every object has by birth', ['constructor'], ['columns.0 value_unknown']],
    ['are not those of v2 alone', ['transcript_status'], ['columns.0 value_unknown']],
    [
      'are named once',
      ['caller', 'summary', 'caller', 'caller'],
      ['columns.2 repeated', 'columns.3 repeated'],
    ],
  ])('%s', (_rule, columns, faults) => {
    expect(places(columns)).toEqual(faults);
  });

  it('may be all twelve, in any order', () => {
    const all =
      'agent channel project_id call_id transcript summary sentiment primary_outcome call_status duration_seconds caller call_started_at';
    expect(askedBy('client_admin', { ...V3, columns: all.split(' ') }).columns.join(' ')).toBe(all);
  });

  it('do not make a long answer of a long list', () => {
    expect(places(Array.from({ length: 100_000 }, () => 'x'))).toHaveLength(13);
  });
});

describe('options that a profile does not take', () => {
  it.each([
    ['v1', { ...V1, include_audio_links: true, columns: [] }, ['include_audio_links', 'columns']],
    [
      'v2',
      { ...V2, include_caller_info: true, include_transcript_text: false },
      ['include_caller_info', 'include_transcript_text'],
    ],
    [
      'v3',
      { ...V3, columns: null, redact_personal_information: null },
      ['columns', 'redact_personal_information'],
    ],
    [
      'no profile',
      { ...SOUND, columns: ['x'], redact_personal_information: false },
      ['columns', 'redact_personal_information'],
    ],
  ])('are named: %s', (_profile, body, names) => {
    const decision = decideExport('client_admin', readExportRequest(body));
    const error = decision.kind === 'refused' ? decision.error : null;
    expect(error?.entry.code).toBe('EXPORT_PROFILE_OPTIONS_UNSUPPORTED');
    expect(error?.fields.map(({ loc }) => loc.join('.'))).toEqual(names.map((name) => `body.${name}`));
  });
});

const EVERYTHING: PiiPermission = { rawCaller: true, summary: true, transcript: true };
function grantedTo(scope: Scope, body: Body, permission: PiiPermission, isStrict = false): GrantedExport {
  const looked = { permission, summary: summaryForm(permission, isStrict) };
  const lookups = { isProjectVisible: true, audioRetention: 'enabled', ...looked } as const;
  const decision = settleExport(askedBy(scope, body), lookups);
  if (decision.kind === 'refused') throw decision.error;
  return decision.granted;
}

describe('after the look-ups', () => {
  const asked = askedBy('client_admin', { ...SOUND, include_audio_links: true });
  const lookups: ExportLookups = {
    isProjectVisible: true,
    audioRetention: 'enabled',
    permission: EVERYTHING,
    summary: 'stored',
  };

  it.each(['disabled', 'unconfirmed'] as const)(
    'audio links are unavailable while retention is %s',
    (audioRetention) => {
      expect(settledAs(asked, { ...lookups, audioRetention })).toBe('400 UNAVAILABLE');
      expect(settledAs(askedBy('client_admin', SOUND), { ...lookups, audioRetention })).toBe('granted');
    },
  );

  it.each(RETENTIONS)('a project out of scope is denied, with retention %s', (audioRetention) => {
    const hidden = { ...lookups, audioRetention, isProjectVisible: false };
    for (const request of [SOUND, V1, V2, V3]) {
      expect(settledAs(askedBy('client_admin', request), hidden)).toBe('404 DENIED');
    }
  });

  it.each(RETENTIONS)('retention %s is looked at before the project', (audioRetention) => {
    const hidden = { ...lookups, audioRetention, isProjectVisible: false };
    expect(settledAs(asked, hidden)).toBe(audioRetention === 'enabled' ? '404 DENIED' : '400 UNAVAILABLE');
  });
});

describe('what an export shows', () => {
  const shown = (body: Body, permission: PiiPermission): string => {
    const { caller, summary, transcript } = grantedTo('client_admin', body, permission);
    return `${caller} ${summary} ${transcript}`;
  };
  const opting = { ...SOUND, include_caller_info: true, include_transcript_text: true };
  const unredacted = { ...V3, redact_personal_information: false };

  it.each<[string, Body, string, string]>([
    ['legacy', SOUND, 'masked safe none', 'masked safe none'],
    ['legacy with opt-ins', opting, 'masked safe redacted', 'number safe spoken'],
    ['v1', V1, 'masked safe none', 'masked safe none'],
    ['v2', V2, 'masked safe governed', 'masked safe governed'],
    ['v3', V3, 'masked safe governed', 'masked safe governed'],
    ['v3 without transcript', { ...V3, columns: ['caller'] }, 'masked safe none', 'masked safe none'],
    ['v3 unredacted', unredacted, 'masked safe governed', 'number stored governed'],
  ])('%s, without and with permission of the tenant', (_profile, body, without, permitted) => {
    expect([shown(body, NOTHING_PERMITTED), shown(body, EVERYTHING)]).toEqual([without, permitted]);
  });

  it('has no summary without permission of a strict tenant', () => {
    expect(grantedTo('client_admin', unredacted, NOTHING_PERMITTED, true).summary).toBe('none');
  });

  it('is permitted for each kind by itself', () => {
    expect(shown(unredacted, { ...NOTHING_PERMITTED, rawCaller: true })).toBe('number safe governed');
    expect(shown(unredacted, { ...NOTHING_PERMITTED, summary: true })).toBe('masked stored governed');
    expect(shown(opting, { ...NOTHING_PERMITTED, transcript: true })).toBe('masked safe spoken');
  });

  it.each(OTHERS)('shows %s nothing that is personal, whatever is permitted', (scope) => {
    for (const body of [SOUND, V1, { ...V3, columns: ['caller', 'summary'] }]) {
      expect(grantedTo(scope, body, EVERYTHING)).toMatchObject({
        caller: 'masked',
        summary: 'safe',
        transcript: 'none',
        redacts: true,
      });
    }
  });

  it('in which profile, columns and zone, is what was asked for', () => {
    expect(grantedTo('client_admin', unredacted, EVERYTHING)).toMatchObject({
      projectId: 'front-desk',
      profile: 'portal_business_v3',
      columns: ['summary', 'caller', 'transcript'],
      timezone: 'Australia/Sydney',
      redacts: false,
    });
    expect(grantedTo('client_staff', SOUND, EVERYTHING)).toMatchObject({ profile: 'legacy', timezone: null });
  });
});

describe('the options that are honoured', () => {
  const all = { include_caller_info: true, include_transcript_text: true, include_audio_links: true };
  const none = { include_caller_info: false, include_transcript_text: false, include_audio_links: false };
  const transcript = { ...none, include_transcript_text: true };

  it.each<[string, Body, PiiPermission, typeof none]>([
    ['without opt-ins are none', SOUND, EVERYTHING, none],
    ['never are audio links', { ...SOUND, ...all }, EVERYTHING, { ...all, include_audio_links: false }],
    [
      'are not raw callers that the tenant does not permit',
      { ...SOUND, ...all },
      NOTHING_PERMITTED,
      transcript,
    ],
    ['are the transcripts of v2', V2, EVERYTHING, transcript],
    ['are no transcripts of v2 that the tenant does not permit', V2, NOTHING_PERMITTED, none],
    [
      'are none in v3, which has columns instead',
      { ...V3, redact_personal_information: false },
      EVERYTHING,
      none,
    ],
  ])('%s', (_what, body, permission, honoured) => {
    expect(grantedTo('client_admin', body, permission).honoured).toEqual(honoured);
  });

  it('stand beside those that were selected', () => {
    expect(grantedTo('client_admin', { ...SOUND, ...all }, NOTHING_PERMITTED).selected).toEqual(all);
  });
});
