import { beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { postCalls } from '../../support/post-calls.js';
import { onStore } from '../../support/sealed-calls.js';
import { useSharedApp } from '../../support/shared-app.js';

type Body = Record<string, unknown>;

const SPOKEN = [{ role: 'caller', text: 'my tortoise ate the invoice', offset_ms: 0 }];

/** This many distinct redacted lines. */
const lines = (count: number): Body[] =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 ? 'caller' : 'agent',
    text: `Line ${index} of [name].`,
    offset_ms: index * 1500,
  }));

describe('GET /v1/calls/{call_id}/inline-preview', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let project: string;
  let key: string;

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    project = await test.world.aProject(tenant);
    key = await test.world.aKey(tenant, 'full-access');
    // The permission to read spoken transcripts does not show them here either.
    await test.world.permitPii(tenant, 'full-access', 'raw_caller', 'summary', 'transcript');
  });

  async function posted(fields: Body): Promise<string> {
    const call = aCall(project, { caller_number: '+61491570006', transcript: SPOKEN, ...fields });
    await postCalls(test, tenant, [call]);
    return call['call_id'] as string;
  }

  async function preview(callId: string): Promise<Body> {
    const response = await test.request().get(`/v1/calls/${callId}/inline-preview`).set('X-API-Key', key);
    expect(response.status, response.text).toBe(200);
    expect(response.text).not.toMatch(/tortoise|491570006/);
    return response.body as Body;
  }

  const verified = (count: number): Body => ({
    redacted_transcript: { status: 'verified', lines: lines(count) },
  });

  // calls 15.1, 15.2, 15.3
  it.each([
    [1, 1, false],
    [9, 9, false],
    [10, 10, false],
    [11, 10, true],
    [400, 10, true],
  ])('shows of %i redacted lines the first %i, and whether there are more', async (count, shown, more) => {
    const callId = await posted({ ...verified(count), summary: 'Booked for Tuesday.' });
    expect(await preview(callId)).toEqual({
      call_id: callId,
      summary: 'Booked for Tuesday.',
      summary_status: 'available',
      transcript_status: 'available',
      lines: lines(shown),
      has_more: more,
    });
  });

  // calls 15.2
  it.each([
    ['pending', { redacted_transcript: { status: 'pending', lines: lines(11) } }],
    ['failed', { redacted_transcript: { status: 'failed', lines: lines(11) } }],
    ['failed', verified(0)],
    ['pending', { redacted_transcript: null }],
    ['none', { redacted_transcript: null, transcript: null }],
    ['none', { ...verified(0), transcript: [] }],
  ])('shows no line while the transcript is %s (%j)', async (status, fields) => {
    expect(await preview(await posted(fields))).toMatchObject({
      transcript_status: status,
      lines: [],
      has_more: false,
    });
  });

  // Fails if anything but the exact word releases the lines. calls 15.2; privacy 3.5
  it.each(['Verified', 'verified ', 'unverified', '', 'true'])(
    'shows no line of a redaction whose status is "%s"',
    async (status) => {
      const callId = await posted(verified(3));
      expect(await preview(callId)).toMatchObject({ lines: lines(3) });
      await onStore(test, 'UPDATE calls SET redaction_status = $2 WHERE call_id = $1', [callId, status]);
      expect(await preview(callId)).toMatchObject({
        transcript_status: 'failed',
        lines: [],
        has_more: false,
      });
    },
  );

  // calls 14.7
  it.each([undefined, null, '', '  \n '])('has no summary where none was written (%j)', async (summary) => {
    const callId = await posted({ ...verified(1), ...(summary === undefined ? {} : { summary }) });
    expect(await preview(callId)).toMatchObject({ summary: null, summary_status: 'none' });
  });

  // calls 15.1
  it('takes no parameter but the client', async () => {
    const callId = await posted(verified(1));
    for (const query of [{ lines: 20 }, { project_id: project }, { form: 'original' }]) {
      const response = await test
        .request()
        .get(`/v1/calls/${callId}/inline-preview`)
        .set('X-API-Key', key)
        .query(query);
      expect(response.status).toBe(422);
    }
  });
});
