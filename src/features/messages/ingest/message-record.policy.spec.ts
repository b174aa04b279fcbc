import { describe, expect, it } from 'vitest';
import { readMessageRecord } from './message-record.policy.js';

const SOUND = {
  message_id: 'm-1',
  logical_send_id: 's-1',
  revision: 1,
  project_id: 'acme-front-desk-k3vq72',
  direction: 'outbound',
  segments: 2,
  status: 'delivered',
  sent_at_utc: '2026-11-22T10:00:00Z',
  delivered_at_utc: '2026-11-22T10:00:04.5+11:00',
};

const faultOf = (change: object): string[] => {
  const read = readMessageRecord({ ...SOUND, ...change });
  return read.ok ? [] : [read.fault.code, read.fault.field];
};

// billing 13.1
describe('a message record', () => {
  it('is read field by field', () => {
    expect(readMessageRecord({ ...SOUND, failed_reason: null })).toEqual({
      ok: true,
      record: {
        messageId: 'm-1',
        logicalSendId: 's-1',
        revision: 1,
        projectId: 'acme-front-desk-k3vq72',
        direction: 'outbound',
        segments: 2,
        status: 'delivered',
        failedReason: null,
        sentAt: new Date('2026-11-22T10:00:00Z'),
        deliveredAt: new Date('2026-11-21T23:00:04.5Z'),
      },
    });
  });

  it.each([
    [{ segments: 1 }],
    [{ segments: 255 }],
    [{ status: 'read' }],
    [{ status: 'sent', delivered_at_utc: undefined }],
    [{ status: 'failed', delivered_at_utc: null, failed_reason: 'carrier_refused' }],
    [{ direction: 'inbound' }],
    [{ revision: 2_147_483_647 }],
  ])('may hold %j', (change) => {
    expect(faultOf(change)).toEqual([]);
  });
});

// billing 13.1, 13.2
describe('a message record is refused', () => {
  it.each([
    [{ message_id: undefined }, 'missing_field', 'message_id'],
    [{ message_id: '' }, 'invalid_value', 'message_id'],
    [{ message_id: 'a b' }, 'invalid_value', 'message_id'],
    [{ message_id: 'x'.repeat(129) }, 'invalid_value', 'message_id'],
    [{ logical_send_id: 7 }, 'invalid_type', 'logical_send_id'],
    [{ revision: 0 }, 'invalid_value', 'revision'],
    [{ revision: 2_147_483_648 }, 'invalid_value', 'revision'],
    [{ project_id: null }, 'missing_field', 'project_id'],
    [{ direction: 'both' }, 'invalid_value', 'direction'],
    [{ segments: 0 }, 'invalid_value', 'segments'],
    [{ segments: 1.5 }, 'invalid_value', 'segments'],
    [{ segments: 256 }, 'invalid_value', 'segments'],
    [{ segments: '2' }, 'invalid_type', 'segments'],
    [{ revision: true }, 'invalid_type', 'revision'],
    [{ direction: ['inbound'] }, 'invalid_type', 'direction'],
    [{ failed_reason: {} }, 'invalid_type', 'failed_reason'],
    [{ delivered_at_utc: 1_795_000_000 }, 'invalid_type', 'delivered_at_utc'],
    [{ status: 'constructor' }, 'invalid_value', 'status'],
    [{ sent_at_utc: '2026-11-22T10:00:00' }, 'invalid_value', 'sent_at_utc'],
    [{ sent_at_utc: '2026-02-30T10:00:00Z' }, 'invalid_value', 'sent_at_utc'],
    [{ failed_reason: 'Call me at +61 491 570 156' }, 'invalid_value', 'failed_reason'],
    [{ delivered_at_utc: undefined }, 'invalid_value', 'delivered_at_utc'],
    [{ status: 'sent' }, 'invalid_value', 'delivered_at_utc'],
    [{ to_number: '+61491570156' }, 'unknown_field', 'to_number'],
    [{ '+61491570156': 'to' }, 'unknown_field', '(unnamed)'],
  ])('with %j', (change, code, field) => {
    expect(faultOf(change)).toEqual([code, field]);
  });

  it.each([null, [], 'text', 7])('as %j', (raw) => {
    expect(readMessageRecord(raw)).toMatchObject({ ok: false, fault: { message_id: null, field: 'record' } });
  });
});
