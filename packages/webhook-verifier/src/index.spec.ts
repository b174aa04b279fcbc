import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { RecentDeliveries, verifyWebhook, WebhookVerificationError } from './index.js';
import type { VerifyOptions, WebhookHeaders } from './index.js';

const NOW = 1_764_600_000;
const BODY = JSON.stringify({ id: 'event-1', event: 'call_ended', note: 'é' });

const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** A delivery as the guide describes it, written without the platform's own code. */
function aDelivery({ t = NOW, d = 'delivery-1', e = 'call_ended', body = BODY, secrets = ['new'] } = {}) {
  const signatures = secrets.map((secret) => `v1=${sign(secret, `${t}.${d}.${e}.${body}`)}`);
  const headers: Record<string, string> = {
    'X-Service-Timestamp': String(t),
    'X-Service-Delivery-Id': d,
    'X-Service-Event': e,
    'X-Service-Signature': [`t=${t}`, `d=${d}`, `e=${e}`, ...signatures].join(','),
  };
  return { headers, body };
}

const verify = (
  { headers, body }: { headers: WebhookHeaders; body: string | Uint8Array },
  options: Partial<VerifyOptions> = {},
) => verifyWebhook(headers, body, { secrets: 'new', now: NOW, ...options });

function faultOf(...args: Parameters<typeof verify>): string {
  try {
    verify(...args);
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.fault;
    throw error;
  }
  return 'none';
}

// Rules: webhooks 5.2, 5.3.
describe('the verifier', () => {
  it('gives back what was signed, whatever the case of the headers and the type of the body', () => {
    const { headers, body } = aDelivery();
    const expected = {
      deliveryId: 'delivery-1',
      eventId: 'event-1',
      event: 'call_ended',
      timestamp: NOW,
      payload: JSON.parse(BODY) as object,
    };
    expect(verify({ headers, body })).toEqual(expected);
    const lower = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]]),
    );
    expect(verify({ headers: lower, body: Buffer.from(body) })).toEqual(expected);
  });

  it.each([
    ['the new secret alone', 'new', ['new', 'old']],
    ['the old secret alone', 'old', ['new', 'old']],
    ['both secrets', ['new', 'old'], ['new', 'old']],
    ['both secrets, of a delivery before the rotation', ['new', 'old'], ['old']],
  ])('takes a delivery with %s', (_, secrets, signedWith) => {
    expect(faultOf(aDelivery({ secrets: signedWith }), { secrets })).toBe('none');
  });

  it.each([
    ['another secret', (it: ReturnType<typeof aDelivery>) => it, { secrets: 'other' }],
    [
      'an altered body',
      (it: ReturnType<typeof aDelivery>) => ({ ...it, body: it.body.replace('1', '2') }),
      {},
    ],
    ...(['t', 'd', 'e'] as const).map(
      (part) =>
        [
          `an altered ${part}`,
          (it: ReturnType<typeof aDelivery>) => ({
            ...it,
            headers: {
              'X-Service-Signature': it.headers['X-Service-Signature']!.replace(
                new RegExp(`${part}=[^,]*`),
                part === 't' ? `t=${NOW + 1}` : `${part}=other`,
              ),
            },
          }),
          {},
        ] as const,
    ),
  ] as const)('refuses %s', (_, alter, options) => {
    expect(faultOf(alter(aDelivery()), options)).toBe('wrong_signature');
  });

  it.each(['X-Service-Timestamp', 'X-Service-Delivery-Id', 'X-Service-Event'])(
    'refuses another %s',
    (name) => {
      const { headers, body } = aDelivery();
      expect(faultOf({ headers: { ...headers, [name]: 'other' }, body })).toBe('altered_header');
    },
  );

  it.each([
    [-301, 'outside_tolerance'],
    [-300, 'none'],
    [300, 'none'],
    [301, 'outside_tolerance'],
  ])('says of an attempt %i seconds from now: %s', (seconds, fault) => {
    expect(faultOf(aDelivery({ t: NOW + seconds }))).toBe(fault);
  });

  it('has the tolerance it is given', () => {
    expect(faultOf(aDelivery({ t: NOW - 11 }), { toleranceSeconds: 10 })).toBe('outside_tolerance');
    expect(faultOf(aDelivery({ t: NOW - 3000 }), { toleranceSeconds: 3600 })).toBe('none');
    expect(faultOf(aDelivery(), { toleranceSeconds: Number('not set') })).toBe('outside_tolerance');
  });

  it.each([
    ['', 'malformed_signature'],
    ['v1=00', 'malformed_signature'],
    [`t=${NOW},d=a,e=b`, 'malformed_signature'],
    [`t=${NOW},d=a,e=b,v1=${'0'.repeat(63)}`, 'malformed_signature'],
    [`t=${NOW},t=1,d=a,e=b,v1=${'0'.repeat(64)}`, 'malformed_signature'],
    [`t=now,d=a,e=b,v1=${'0'.repeat(64)}`, 'malformed_signature'],
    [`t=${NOW},d=a,e=b,v1=${'0'.repeat(64)}`, 'wrong_signature'],
  ])('says of the signature %j: %s', (signature, fault) => {
    expect(faultOf({ headers: { 'X-Service-Signature': signature }, body: BODY })).toBe(fault);
  });

  it('refuses a request without a signature, and one that signs no event', () => {
    expect(faultOf({ headers: {}, body: BODY })).toBe('missing_signature');
    for (const body of ['', '[]', 'null', '{}', '{"id":1}', '{"id":']) {
      expect(faultOf(aDelivery({ body }))).toBe('malformed_body');
    }
  });

  it('reads past what a later version may add', () => {
    const { headers, body } = aDelivery();
    const later = { ...headers, 'X-Service-Signature': `v2=abc, ${headers['X-Service-Signature']},k=9` };
    expect(faultOf({ headers: later, body })).toBe('none');
  });

  it('takes no empty secret, which anybody could sign with', () => {
    expect(() => verify(aDelivery({ secrets: [''] }), { secrets: '' })).toThrow(TypeError);
  });

  it('knows a repetition for as long as it could pass, and then forgets it', () => {
    const recent = new RecentDeliveries();
    expect(recent.isFirst({ deliveryId: 'a' }, NOW)).toBe(true);
    expect(recent.isFirst({ deliveryId: 'a' }, NOW + 599)).toBe(false);
    expect(recent.isFirst({ deliveryId: 'b' }, NOW + 600)).toBe(true);
    expect(recent.isFirst({ deliveryId: 'a' }, NOW + 600)).toBe(true);
  });
});
