import { Controller, Get } from '@nestjs/common';
import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { PublicRoute } from '../../../src/core/auth/access.decorator.js';
import type { PiiKind } from '../../../src/core/privacy/pii/pii-permission.policy.js';
import { startTestApp, useTestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { postCalls } from '../../support/post-calls.js';
import { bearer } from '../access/callers.js';
import { PORTAL_ROLES } from '../../../src/core/shared/roles.js';

type Detail = Record<string, unknown>;

const LINES = [
  { role: 'agent', text: 'How can I help you today?', offset_ms: 0 },
  { role: 'caller', text: 'I would like to see Dr Vellum.', offset_ms: 2400 },
];

const WHOLE = {
  solution_id: 'after-hours',
  campaign_id: 'recall',
  contact_id: 'contact-1',
  started_at_utc: '2026-10-10T01:00:00.000Z',
  answered_at_utc: '2026-10-10T01:00:04.250Z',
  ended_at_utc: '2026-10-10T01:02:00.000Z',
  caller_number: '+61491570006',
  caller_name: 'Robin Example',
  agent_name: 'Ava',
  resolution_status: 'resolved',
  sentiment: 'negative',
  transfer: {
    last_outcome: 'completed',
    attempts: [
      { kind: 'transfer', target_name: 'Front desk', outcome: 'failed', at_utc: '2026-10-10T01:01:00.000Z' },
      {
        kind: 'direct_call',
        target_name: 'Call +61 491 570 156',
        outcome: 'completed',
        at_utc: '2026-10-10T01:01:30.000Z',
      },
    ],
  },
  cost_usd: 0.1834,
  cost_parts: { speech_to_text: 0.0121, model: 0.1397, telephony: 0.0316, platform: 0 },
  response_times: { turns: 14, p50_ms: 780, p95_ms: 1460, max_ms: 1905 },
  ai_response_seconds: 0.88949,
  provider_label: 'realtime-a',
  summary: 'Booked for Tuesday 3 pm, order 12345, 2 adults.',
  transcript: LINES,
  redacted_transcript: { status: 'verified', lines: [LINES[0]] },
  consent: { status: 'obtained', method: 'express', obtained_at_utc: '2024-10-10T01:00:10.000Z' },
};

const EVERY_KIND: readonly PiiKind[] = ['raw_caller', 'summary', 'transcript'];

@Controller('v1/calls/:other')
class RivalController {
  @Get()
  @PublicRoute('general')
  answer(): string {
    return 'nothing';
  }
}

describe('GET /v1/calls/{call_id}', () => {
  const test = useTestApp();
  let tenant: TestTenant;
  let project: string;
  let key: string;
  let permitted: string;

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    await test.world.strictSummaries(tenant, false);
    project = await test.world.aProject(tenant);
    await test.world.sql(`UPDATE projects SET display_name = 'Desk' WHERE project_id = $1`, [project]);
    key = await test.world.aKey(tenant, 'read-only');
    permitted = await test.world.aKey(tenant, 'full-access');
    await test.world.permitPii(tenant, 'full-access', ...EVERY_KIND);
  });

  const get = (callId: string, headers: Record<string, string> = { 'X-API-Key': key }, query: object = {}) =>
    test.request().get(`/v1/calls/${callId}`).set(headers).query(query);

  async function posted(fields: Record<string, unknown> = WHOLE): Promise<string> {
    const call = aCall(project, fields);
    await postCalls(test, tenant, [call]);
    return call['call_id'] as string;
  }

  const detail = (response: Response): Detail => {
    expect(response.status, response.text).toBe(200);
    return response.body as Detail;
  };

  const detailOf = async (fields: Record<string, unknown>, apiKey = key): Promise<Detail> =>
    detail(await get(await posted(fields), { 'X-API-Key': apiKey }));

  // calls 14.1, 14.2, 14.3, 14.8
  it('shows the call as its row in the list does, and beyond it what everybody may see', async () => {
    const callId = await posted();
    const { items } = (
      await test
        .request()
        .get('/v1/calls/list')
        .set('X-API-Key', key)
        .query({ search: callId, start_date: '2026-10-01', end_date: '2026-10-31' })
    ).body as { items: [Detail] };
    const body = detail(await get(callId));
    expect(body).toEqual({
      ...items[0],
      call_id: callId,
      project_name: 'Desk',
      caller_display: '+61 *** *** 006',
      solution_id: 'after-hours',
      answered_at_utc: '2026-10-10T01:00:04.250Z',
      summary: WHOLE.summary,
      timeline: [
        { event: 'call_started', at_utc: '2026-10-10T01:00:00.000Z' },
        { event: 'call_answered', at_utc: '2026-10-10T01:00:04.250Z' },
        { event: 'transfer_initiated', at_utc: '2026-10-10T01:01:00.000Z' },
        { event: 'transfer_initiated', at_utc: '2026-10-10T01:01:30.000Z' },
        { event: 'call_ended', at_utc: '2026-10-10T01:02:00.000Z' },
      ],
      transfer: {
        last_outcome: 'completed',
        attempts: [
          {
            kind: 'transfer',
            outcome: 'failed',
            at_utc: '2026-10-10T01:01:00.000Z',
            target_name: 'Front desk',
          },
          {
            kind: 'direct_call',
            outcome: 'completed',
            at_utc: '2026-10-10T01:01:30.000Z',
            target_name: null,
          },
        ],
      },
      consent: {
        status: 'obtained',
        method: 'express',
        obtained_at_utc: '2024-10-10T01:00:10.000Z',
        expires_at_utc: null,
        withdrawn_at_utc: null,
        state: 'current',
      },
      compliance: {
        pii_permitted: false,
        pii_kinds: [],
        transcript_status: 'available',
        summary_status: 'available',
      },
      performance: { avg_ai_response_seconds: 0.889, provider_label: 'realtime-a' },
      cost_parts: {
        speech_to_text: 0.0121,
        model: 0.1397,
        text_to_speech: null,
        telephony: 0.0316,
        platform: 0,
        other: null,
      },
      response_times: { turns: 14, p50_ms: 780, p95_ms: 1460, max_ms: 1905 },
    });
    expect(Object.keys(body).slice(0, Object.keys(items[0]).length)).toEqual(Object.keys(items[0]));
  });

  // calls 14.1, 14.7
  it('shows a call of which hardly anything is known with explicit nulls', async () => {
    const bare = {
      call_status: 'ringing',
      ended_at_utc: null,
      duration_seconds: null,
    };
    const body = await detailOf(bare, permitted);
    expect(body).toMatchObject({
      solution_id: null,
      answered_at_utc: null,
      caller: { number: null, name: null },
      summary: null,
      timeline: [{ event: 'call_started', at_utc: '2026-10-10T01:00:00.000Z' }],
      transfer: null,
      consent: null,
      performance: { avg_ai_response_seconds: null, provider_label: null },
      version_number: null,
      version_source: null,
      cost_parts: null,
      response_times: null,
      transcript: null,
    });
    expect(body['compliance']).toMatchObject({ transcript_status: 'none', summary_status: 'none' });
  });

  // calls 14.1, 14.8
  it('adds what is permitted, in clear', async () => {
    expect(await detailOf(WHOLE, permitted)).toMatchObject({
      caller: { number: '+61491570006', name: 'Robin Example' },
      transcript: LINES,
      compliance: { pii_permitted: true, pii_kinds: EVERY_KIND },
    });
  });

  // calls 14.5
  it.each([
    ['current', { expires_at_utc: '2099-01-01T00:00:00Z' }],
    ['expired', { expires_at_utc: '2025-01-01T00:00:00Z' }],
    ['withdrawn', { status: 'withdrawn', withdrawn_at_utc: '2025-01-01T00:00:00Z' }],
    ['declined', { status: 'declined' }],
    ['not_obtained', { obtained_at_utc: '2099-01-01T00:00:00Z' }],
  ])('says of a consent that it is %s', async (state, fields) => {
    expect((await detailOf({ consent: { ...WHOLE.consent, ...fields } }))['consent']).toMatchObject({
      state,
    });
  });

  // calls 14.6
  it.each([
    ['pending', { redacted_transcript: { status: 'pending', lines: [LINES[0]] } }],
    ['failed', { redacted_transcript: { status: 'failed', lines: [LINES[0]] } }],
    ['pending', { redacted_transcript: null }],
    ['none', { redacted_transcript: null, transcript: null }],
    ['available', {}],
  ])('says that the transcript is %s to those who may only read the redacted one', async (status, fields) => {
    const { compliance } = await detailOf({ ...WHOLE, ...fields });
    expect(compliance).toMatchObject({ transcript_status: status });
  });

  // calls 14.6
  it('shows those who may read the transcript as spoken that there is one, redacted or not', async () => {
    for (const redacted of [null, { status: 'failed', lines: [] }]) {
      const body = await detailOf({ ...WHOLE, redacted_transcript: redacted }, permitted);
      expect(body).toMatchObject({ transcript: LINES, compliance: { transcript_status: 'available' } });
    }
  });

  // calls-ingest 3.4
  it('is there for a call that was moved to another month', async () => {
    const call = aCall(project, WHOLE);
    await postCalls(test, tenant, [call]);
    const writer = await test.world.aKey(tenant, 'runtime-ingest');
    const moved = { ...call, revision: 2, started_at_utc: '2026-08-31T23:59:59.999Z', ended_at_utc: null };
    await test.request().post('/internal/v1/calls').set('X-API-Key', writer).send([moved]).expect(200);
    expect(detail(await get(call['call_id'] as string, { 'X-API-Key': permitted }))).toMatchObject({
      started_at_utc: '2026-08-31T23:59:59.999Z',
      summary: WHOLE.summary,
      transcript: LINES,
    });
  });

  // calls 14.10
  it('is there for the client that a person chooses', async () => {
    const callId = await posted();
    const elsewhere = await test.world.aTenant();
    for (const role of PORTAL_ROLES) {
      const user = await test.world.aUser(tenant, { role });
      await test.world.assign(user, elsewhere, { role, isDefault: true });
      await test.world.assignProject(user, tenant, project);
      const own = await get(callId, bearer(user.token()), { client_id: tenant.clientId });
      expect([role, own.status]).toEqual([role, 200]);
      const other = await get(callId, bearer(user.token()), { client_id: elsewhere.clientId });
      expect([role, other.status]).toEqual([role, 404]);
    }
  });

  // calls 4.7, 14.1
  it('names what it does not know among the parameters', async () => {
    const callId = await posted();
    expect((await get(callId, undefined, { project_id: project })).status).toBe(422);
    expect((await get(callId, undefined, { include: 'transcript' })).status).toBe(422);
  });

  // Fails if this controller precedes one of theirs in the list. calls 1.6
  it.each([
    ['summary', 'total_calls'],
    ['list', 'items'],
    ['timeline', 'buckets'],
    ['sentiment', 'distribution'],
    ['provider-performance', 'items'],
  ])('does not take the place of GET /v1/calls/%s, not even for a call of that id', async (path, field) => {
    await posted({ ...WHOLE, call_id: path });
    const body = detail(await get(path));
    expect(body).toHaveProperty(field);
    expect(body).not.toHaveProperty('call_id');
  });

  // calls 1.5
  it('has a call of every id that ingest takes', async () => {
    for (const callId of ['a', '...', '-', ':', 'A_b.C:d-9', 'x'.repeat(128)]) {
      await posted({ ...WHOLE, call_id: callId });
      expect(detail(await get(callId))).toMatchObject({ call_id: callId });
    }
  });

  // Fails if overlapping routes are no longer refused: the one declared last would be dead without
  // a word.
  it('stops the boot when another route could take its requests', async () => {
    await expect(startTestApp({ controllers: [RivalController] })).rejects.toThrow('Conflicting HTTP routes');
  });
});
