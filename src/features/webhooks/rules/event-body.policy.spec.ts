import { describe, expect, it } from 'vitest';
import { eventBody, MAX_BODY_BYTES } from './event-body.policy.js';
import type { Envelope, EventFacts } from './event-body.policy.js';
import { exampleFacts } from './event-example.js';

const ENVELOPE: Envelope = {
  eventId: 'event-1',
  event: 'call_analyzed',
  occurredAt: new Date('2026-11-22T10:00:00Z'),
  sequence: 3,
  isTest: false,
  clientId: 'acme',
  dataEnv: 'prod',
  projectId: 'p-1',
  webhookId: 'w-1',
};
const line = (text: string) => ({ role: 'agent', text, offset_ms: 0 });
const { call, transfer, analysis } = exampleFacts('transfer_initiated');
const FACTS: EventFacts = {
  call,
  transfer,
  analysis,
  redacted: [line('redacted')],
  original: [line('original')],
  transcriptStatus: 'available',
};
const bodyOf = (...args: Parameters<typeof eventBody>) => {
  const { text, transcriptMode } = eventBody(...args);
  return { ...(JSON.parse(text) as { data: Record<string, unknown> }), transcriptMode };
};

// Rules: webhooks 6.1, 6.2, 6.3, 6.4.
describe('the body of an event', () => {
  it('says what has happened, and the state of the call', () => {
    expect(bodyOf(ENVELOPE, FACTS, 'redacted')).toEqual({
      id: 'event-1',
      event: 'call_analyzed',
      schema_version: '1',
      occurred_at_utc: '2026-11-22T10:00:00.000Z',
      sequence: 3,
      test: false,
      client_id: 'acme',
      data_env: 'prod',
      project_id: 'p-1',
      webhook_id: 'w-1',
      data: {
        call,
        transfer,
        analysis,
        transcript: { form: 'redacted', lines: [line('redacted')] },
        transcript_unavailable_reason: null,
      },
      transcriptMode: 'redacted',
    });
  });

  it.each([
    ['none', FACTS, 'none'],
    ['redacted', FACTS, 'redacted'],
    ['original', FACTS, 'original'],
    ['original', { ...FACTS, original: null }, 'redacted'],
    ['original', { ...FACTS, original: null, redacted: null }, 'none'],
    ['redacted', { ...FACTS, redacted: null }, 'none'],
    ['original', null, 'none'],
  ] as const)(
    'of a webhook that wants %s sends as much of the transcript as is permitted',
    (mode, facts, sent) => {
      const body = bodyOf(ENVELOPE, facts, mode);
      expect(body.transcriptMode).toBe(sent);
      expect(body.data['transcript']).toEqual(sent === 'none' ? null : { form: sent, lines: [line(sent)] });
    },
  );

  it.each([
    ['call_started', false, false],
    ['transfer_initiated', false, false],
    ['call_ended', false, true],
    ['call_analyzed', true, true],
  ] as const)('of %s holds analysis: %s, transcript: %s', (event, analysis, transcript) => {
    const { data } = bodyOf({ ...ENVELOPE, event }, FACTS, 'original');
    expect([data['analysis'] !== null, data['transcript'] !== null]).toEqual([analysis, transcript]);
  });

  const without = (transcriptStatus: EventFacts['transcriptStatus']): EventFacts => ({
    ...FACTS,
    redacted: null,
    original: null,
    transcriptStatus,
  });
  // Fails if a null transcript has no reason.
  it.each([
    ['call_started', 'original', FACTS, 'not_in_event'],
    ['call_ended', 'none', FACTS, 'not_requested'],
    ['call_ended', 'redacted', null, 'call_unavailable'],
    ['call_ended', 'redacted', without('pending'), 'pending'],
    ['call_analyzed', 'original', without('failed'), 'failed'],
    ['call_ended', 'redacted', without('none'), 'none'],
    ['call_ended', 'redacted', { ...FACTS, redacted: null }, 'pending'],
    ['call_ended', 'redacted', FACTS, null],
  ] as const)('of %s that wants %s names why it has no transcript', (event, wanted, facts, reason) => {
    const { data } = bodyOf({ ...ENVELOPE, event }, facts, wanted);
    expect(data['transcript_unavailable_reason']).toBe(reason);
    expect(data['transcript'] === null).toBe(reason !== null);
  });

  it('drops a transcript that would make it larger than 256 KiB, and nothing else', () => {
    const room =
      MAX_BODY_BYTES -
      Buffer.byteLength(eventBody(ENVELOPE, { ...FACTS, redacted: [line('')] }, 'redacted').text);
    const fits = eventBody(ENVELOPE, { ...FACTS, redacted: [line('x'.repeat(room))] }, 'redacted');
    expect([Buffer.byteLength(fits.text), fits.transcriptMode]).toEqual([MAX_BODY_BYTES, 'redacted']);
    const over = bodyOf(ENVELOPE, { ...FACTS, redacted: [line('x'.repeat(room + 1))] }, 'redacted');
    expect([over.data['transcript'], over.transcriptMode]).toEqual([null, 'none']);
    expect(over.data['transcript_unavailable_reason']).toBe('too_large');
    expect(over.data['call']).toEqual(FACTS.call);
  });

  it('says of a call that is gone that there was an event', () => {
    expect(bodyOf(ENVELOPE, null, 'none').data).toEqual({
      call: null,
      transfer: null,
      analysis: null,
      transcript: null,
      transcript_unavailable_reason: 'not_requested',
    });
  });
});
