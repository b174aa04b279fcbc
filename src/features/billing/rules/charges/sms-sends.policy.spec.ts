import { describe, expect, it } from 'vitest';
import { chargedSends } from './sms-sends.policy.js';
import type { SentMessage } from './sms-sends.policy.js';

const message = (messageId: string, more: Partial<SentMessage> = {}): SentMessage => ({
  messageId,
  logicalSendId: `send of ${messageId}`,
  direction: 'outbound',
  status: 'delivered',
  segments: 2,
  deliveredAt: new Date('2026-11-22T10:00:00Z'),
  ...more,
});
const charged = (...messages: SentMessage[]) =>
  chargedSends(messages).map(({ logicalSendId, segments }) => [logicalSendId, segments]);

// billing 5.4
describe('a logical send counts', () => {
  it.each(['delivered', 'read'])('with its stored segments once it is %s', (status) => {
    expect(charged(message('m1', { status, segments: 3 }))).toEqual([['send of m1', 3]]);
  });

  it.each(['queued', 'sent', 'failed'])('not while it is %s', (status) => {
    expect(charged(message('m1', { status, deliveredAt: null }))).toEqual([]);
    expect(charged(message('m1', { status }))).toEqual([]);
  });

  it('not where it came in', () => {
    expect(charged(message('m1', { direction: 'inbound' }))).toEqual([]);
  });

  it('once, by its first delivery, whatever the order of its messages', () => {
    const first = message('m2', {
      logicalSendId: 'send',
      segments: 1,
      deliveredAt: new Date('2026-11-22T09:59:59.999Z'),
    });
    const second = message('m1', { logicalSendId: 'send', segments: 4, status: 'read' });
    const failed = message('m0', { logicalSendId: 'send', segments: 9, status: 'failed', deliveredAt: null });
    for (const messages of [
      [first, second, failed],
      [failed, second, first],
    ]) {
      expect(chargedSends(messages)).toEqual([
        { logicalSendId: 'send', segments: 1, deliveredAt: first.deliveredAt },
      ]);
    }
  });

  it('once where two of its messages are delivered at the same moment: by the smaller id', () => {
    const one = message('m1', { logicalSendId: 'send', segments: 5 });
    const other = message('m2', { logicalSendId: 'send', segments: 7 });
    expect(charged(other, one)).toEqual([['send', 5]]);
  });
});
