import type { ServerResponse } from 'node:http';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { useDeliveryBench } from './delivery-bench.js';
import type { Kept } from './delivery-bench.js';
import type { WebhookFixture } from './webhook-fixture.js';
import { aWebhookFixture } from './webhook-fixture.js';

const SPOKEN = [{ role: 'caller', text: 'It is Jane Citizen, 0491 570 156.', offset_ms: 0 }];
const REDACTED = [{ role: 'caller', text: 'It is [name], [phone].', offset_ms: 0 }];
const CALL = { transcript: SPOKEN, redacted_transcript: { status: 'verified', lines: REDACTED } };

interface Sent {
  readonly event: string;
  readonly data: {
    readonly transcript: { readonly form: string; readonly lines: object[] } | null;
    readonly transcript_unavailable_reason: string | null;
  };
}

// Rules: webhooks 6.3, 6.4. The permission applies when a delivery is created, not when the webhook
// was configured.
describe('the transcript that goes along with an event', () => {
  let desk: WebhookFixture;

  const bench = useDeliveryBench();
  beforeAll(async () => {
    await bench.startWorker();
  });
  beforeEach(async () => {
    bench.got.length = 0;
    desk = await aWebhookFixture(bench.test);
    await bench.test.world.permitPii(desk.tenant, 'partner_admin', 'transcript');
  });

  /** The bodies of a call for a webhook that requests the original, with their history. */
  async function sent(call: object = CALL, mode = 'original'): Promise<{ bodies: Sent[]; rows: Kept[] }> {
    await bench.call(desk, call as Record<string, unknown>);
    const rows = await bench.settled(desk, 3);
    expect(await desk.items()).toMatchObject([{ transcript_to_send: mode }]);
    return { bodies: bench.got.map(({ body }) => JSON.parse(body) as Sent), rows };
  }
  const reasons = (bodies: readonly Sent[]) => bodies.map(({ data }) => data.transcript_unavailable_reason);
  const make = (mode = 'original') => bench.webhookOf(desk, { transcript_to_send: mode });

  it('is the original one where that is asked for and permitted, once its call has ended', async () => {
    await make();
    const { bodies, rows } = await sent();
    const original = { form: 'original', lines: SPOKEN };
    expect(bodies.map(({ event, data }) => [event, data.transcript])).toEqual([
      ['call_started', null],
      ['call_ended', original],
      ['call_analyzed', original],
    ]);
    expect(rows.map((row) => row.transcript_mode)).toEqual(['none', 'original', 'original']);
  });

  it('is the redacted one where the permission was withdrawn since', async () => {
    await make();
    await bench.test.world.sql('UPDATE pii_policies SET allowed = false WHERE client_id = $1', [
      desk.tenant.clientId,
    ]);
    const { bodies, rows } = await sent();
    expect(bodies[1]!.data.transcript).toEqual({ form: 'redacted', lines: REDACTED });
    expect(rows.map((row) => row.transcript_mode)).toEqual(['none', 'redacted', 'redacted']);
    expect(JSON.stringify(bodies)).not.toMatch(/Jane|491 570/);
  });

  it('is the redacted one where the permission is withdrawn while deliveries wait for their receiver', async () => {
    await bench.webhookOf(desk, { transcript_to_send: 'original', event_types: ['call_ended'] });
    // A receiver that is known to answer gets several deliveries at once, and more are claimed in
    // advance.
    for (let count = 0; count < 4; count += 1) await bench.call(desk, CALL);
    await bench.settled(desk, 4);
    const held: ServerResponse[] = [];
    const { answer } = bench;
    bench.answer = (response) => void held.push(response);
    await Promise.all(Array.from({ length: 20 }, () => bench.call(desk, CALL)));
    await eventually(() => expect(held).not.toEqual([]));
    await bench.test.world.sql('UPDATE pii_policies SET allowed = false WHERE client_id = $1', [
      desk.tenant.clientId,
    ]);
    // By then a withdrawn permission has taken effect everywhere.
    const since = performance.now();
    await eventually(() => expect(performance.now() - since).toBeGreaterThan(1500));
    bench.answer = answer;
    // At most eight: on a busy machine, the others arrive when the first is considered to hang.
    const begun = 4 + held.length;
    for (const response of held) response.writeHead(204).end();
    const rows = await bench.settled(desk, 24);
    expect(rows.filter((row) => row.transcript_mode === 'original').length).toBeLessThanOrEqual(begun);
    expect(begun).toBeLessThanOrEqual(12);
    expect(bench.got.slice(begun).filter(({ body }) => /Jane|491 570/.test(body))).toEqual([]);
  });

  it('is the redacted one where the project has come to permit less than its tenant', async () => {
    await make();
    await bench.test.world.projectGovernance(desk.tenant, desk.projectId, { piiPermissions: {} });
    expect((await sent()).bodies[2]!.data.transcript).toEqual({ form: 'redacted', lines: REDACTED });
  });

  it('is none where that is asked for, or what was redacted is not verified', async () => {
    await make('none');
    const plain = await sent(CALL, 'none');
    expect(plain.bodies.map(({ data }) => data.transcript)).toEqual([null, null, null]);
    expect(reasons(plain.bodies)).toEqual(['not_in_event', 'not_requested', 'not_requested']);
    bench.got.length = 0;
    desk = await aWebhookFixture(bench.test);
    await make('redacted');
    const unverified = { ...CALL, redacted_transcript: { status: 'pending', lines: REDACTED } };
    const { bodies, rows } = await sent(unverified, 'redacted');
    expect(bodies.map(({ data }) => data.transcript)).toEqual([null, null, null]);
    expect(reasons(bodies)).toEqual(['not_in_event', 'pending', 'pending']);
    expect(rows.map((row) => row.transcript_mode)).toEqual(['none', 'none', 'none']);
  });

  it('is left out where the body would be larger than 256 KiB with it', async () => {
    await make();
    const line = (index: number) => ({ role: 'agent', text: 'x'.repeat(1000), offset_ms: index });
    const { bodies, rows } = await sent({
      ...CALL,
      transcript: Array.from({ length: 300 }, (_, it) => line(it)),
    });
    expect(bodies.map(({ data }) => data.transcript)).toEqual([null, null, null]);
    expect(reasons(bodies)).toEqual(['not_in_event', 'too_large', 'too_large']);
    expect(rows.map((row) => row.transcript_mode)).toEqual(['none', 'none', 'none']);
    for (const { body } of bench.got) expect(Buffer.byteLength(body)).toBeLessThan(256 * 1024);
  });
});
