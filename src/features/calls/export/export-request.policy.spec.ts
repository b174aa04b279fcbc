import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { readExportRequest } from './export-request.policy.js';

const BODY = {
  project_id: 'front-desk',
  include_caller_info: false,
  include_transcript_text: false,
  include_audio_links: false,
};

function refusedFor(body: Readonly<Record<string, unknown>>): string[] {
  try {
    readExportRequest(body);
  } catch (error) {
    expect(error).toBeInstanceOf(PlatformError);
    const { entry, fields } = error as PlatformError;
    expect(entry.status).toBe(422);
    for (const { loc } of fields) expect(loc).toEqual(['body', loc[1]]);
    return fields.map(({ loc, type }) => `${loc[1]} ${type}`);
  }
  return [];
}

const OPTIONS = ['include_caller_info', 'include_transcript_text', 'include_audio_links'] as const;

// calls-export 1.2
describe('the three sensitive booleans', () => {
  it.each(OPTIONS)('%s is required', (option) => {
    const { [option]: _left, ...rest } = BODY;
    expect(refusedFor(rest)).toEqual([`${option} missing`]);
    expect(refusedFor({ ...BODY, [option]: null })).toEqual([`${option} missing`]);
  });

  it.each(OPTIONS)('%s must be a JSON boolean', (option) => {
    for (const value of ['true', 'false', '', 0, 1, [], [true], {}]) {
      expect(refusedFor({ ...BODY, [option]: value })).toEqual([`${option} is_boolean`]);
    }
  });

  it.each(OPTIONS)('%s is taken as it is sent', (option) => {
    for (const value of [true, false]) {
      expect(readExportRequest({ ...BODY, [option]: value }).selected[option]).toBe(value);
    }
  });

  it('are named all together, with everything else of a wrong type', () => {
    expect(refusedFor({ project_id: 7, redact_personal_information: 'no', agent: [] })).toEqual([
      'include_caller_info missing',
      'include_transcript_text missing',
      'include_audio_links missing',
      'redact_personal_information is_boolean',
      'project_id is_string',
      'agent is_string',
    ]);
  });
});

// calls-export 1.3
describe('redact_personal_information', () => {
  it.each(['true', 0, 1, '', []])('must be a JSON boolean where it is sent, which %j is not', (value) => {
    expect(refusedFor({ ...BODY, redact_personal_information: value })).toEqual([
      'redact_personal_information is_boolean',
    ]);
  });

  it('may be left out', () => {
    expect(readExportRequest(BODY).redact).toBeNull();
    expect(readExportRequest({ ...BODY, redact_personal_information: null }).redact).toBeNull();
    expect(readExportRequest({ ...BODY, redact_personal_information: false }).redact).toBe(false);
  });
});

// calls-export 1.1, 1.3
describe('the fields that are text', () => {
  it.each(['project_id', 'start_date', 'end_date', 'status', 'caller', 'agent', 'primary_outcome'])(
    '%s must be text where it is sent',
    (name) => {
      for (const value of [7, true, [], {}]) {
        expect(refusedFor({ ...BODY, [name]: value })).toEqual([`${name} is_string`]);
      }
      expect(refusedFor({ ...BODY, [name]: null })).toEqual([]);
    },
  );

  it.each([undefined, null, '', ' ', '\t\r\n', '\u00a0\u3000'])('the project %j is none', (projectId) => {
    expect(readExportRequest({ ...BODY, project_id: projectId }).projectId).toBeNull();
  });

  it('are kept as they are sent', () => {
    const filter = {
      start_date: '2026-10-01',
      end_date: '2026-10-31T12:00:00Z',
      status: ' completed',
      caller: '+61491570006',
      agent: 'Ava',
      primary_outcome: '',
    };
    const read = readExportRequest({ ...BODY, ...filter, project_id: ' front-desk ' });
    expect([read.projectId, read.filter]).toEqual([' front-desk ', filter]);
    expect(readExportRequest(BODY).filter).toEqual({});
  });
});

// Advisory: it never causes a refusal. calls-export 1.4
describe('displayed_matched_count', () => {
  it.each([0, 1, 100_000])('is read from %j', (count) => {
    expect(readExportRequest({ ...BODY, displayed_matched_count: count }).displayedMatchedCount).toBe(count);
  });

  it.each([undefined, null, -1, 100_001, 1.5, '12', true, [], {}, 1e300])(
    'is nothing, and refuses nothing, when it is %j',
    (count) => {
      expect(readExportRequest({ ...BODY, displayed_matched_count: count }).displayedMatchedCount).toBeNull();
    },
  );
});

it.each(['format', 'profile', 'timezone', 'columns'] as const)(
  '%s of any type is left to its own code (calls-export 1.3)',
  (name) => {
    for (const value of [7, true, '', 'x', [], {}, [null]]) {
      expect(readExportRequest({ ...BODY, [name]: value })[name]).toEqual(value);
    }
    expect(readExportRequest(BODY)[name]).toBeNull();
    expect(readExportRequest({ ...BODY, [name]: null })[name]).toBeNull();
  },
);

it('reads or refuses any JSON object, and does nothing else', () => {
  const value = fc.oneof(fc.boolean(), fc.boolean(), fc.jsonValue());
  const body = fc.dictionary(
    fc.constantFrom(...Object.keys(BODY), 'agent', 'redact_personal_information'),
    value,
  );
  fc.assert(
    fc.property(body, (sent) => {
      const typed = OPTIONS.every((option) => typeof sent[option] === 'boolean');
      const isRead = refusedFor(sent).length === 0;
      expect(isRead && !typed).toBe(false);
    }),
  );
});

// calls-export 1.3, 5.19
it('a byte order mark is asked for by a JSON boolean, and is left out by default', () => {
  expect([readExportRequest(BODY).bom, readExportRequest({ ...BODY, bom: true }).bom]).toEqual([false, true]);
  expect(refusedFor({ ...BODY, bom: 'true' })).toEqual(['bom is_boolean']);
});
