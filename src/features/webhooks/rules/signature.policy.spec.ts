import { describe, expect, it } from 'vitest';
import { deliveryHeaders } from './signature.policy.js';

const ATTEMPT = {
  deliveryId: '01a1fc1b-628c-7fa9-95cc-33a6952135bb',
  event: 'call_ended',
  webhookId: '0b7a7e57-0000-4000-8000-000000000001',
  second: 1_764_600_000,
  body: '{"id":"é"}',
};

// Rules: webhooks 5.1, 5.2, 5.3, 5.4. The digests were made with OpenSSL:
// printf '%s' '<text>' | openssl dgst -sha256 -hmac '<secret>'
describe('the headers of a delivery', () => {
  it('are these, with the signature over time, delivery, event and body', () => {
    expect(deliveryHeaders(ATTEMPT, ['whsec_one'])).toEqual({
      'Content-Type': 'application/json; charset=utf-8',
      'X-Service-Delivery-Id': ATTEMPT.deliveryId,
      'X-Service-Event': 'call_ended',
      'X-Service-Timestamp': '1764600000',
      'X-Service-Endpoint-Id': ATTEMPT.webhookId,
      'X-Service-Signature': `t=1764600000,d=${ATTEMPT.deliveryId},e=call_ended,v1=3f7c3d2f07e69e94cac88f91e71d555100834c43fbb3d2587948750dfef33706`,
      'X-Webhook-Signature-256': 'sha256=7fa17a5fd89e736511049735f9c4beab867918e0caddebb7c3f93800b0f47630',
    });
  });

  it('hold a signature of each secret while two of them count, and the legacy one of the current', () => {
    const headers = deliveryHeaders(ATTEMPT, ['whsec_one', 'whsec_two']);
    expect(headers['X-Service-Signature']).toMatch(
      /,v1=3f7c3d2f07e69e94cac88f91e71d555100834c43fbb3d2587948750dfef33706,v1=2aa3d49c16ec3d0e1d914a7ebc5204aff4d81802afcf2f2453a2939853a39a2a$/,
    );
    expect(headers['X-Webhook-Signature-256']).toBe(
      'sha256=7fa17a5fd89e736511049735f9c4beab867918e0caddebb7c3f93800b0f47630',
    );
  });
});
