import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectPii } from '../../../core/privacy/pii/pii-tripwire.policy.js';
import {
  CALL_STATUSES,
  DISCONNECTION_REASONS,
  OUTCOME_IDS,
} from '../../call-records/rules/call-vocabulary.js';
import { REASON_BY_END } from '../../call-records/rules/disconnection.policy.js';
import { LEGACY_TRANSFER_RESOLUTION, primaryOutcome } from '../../call-records/rules/call-outcome.policy.js';
import { parseCallRecord } from './call-record.policy.js';
import { isPersonalIdentifier, openWord } from '../../../core/privacy/pii/free-words.policy.js';

const RECORD = {
  call_id: 'room-1',
  revision: 1,
  project_id: 'front-desk',
  direction: 'inbound',
  channel: 'phone',
  call_status: 'completed',
  started_at_utc: '2026-10-31T04:12:09Z',
};
const parsed = (fields: object) => parseCallRecord({ ...RECORD, ...fields });

const KNOWN_WORDS = [
  ...OUTCOME_IDS,
  ...DISCONNECTION_REASONS,
  ...REASON_BY_END.keys(),
  ...CALL_STATUSES,
  LEGACY_TRANSFER_RESOLUTION,
  ...['pending', 'busy', 'no_answer', 'cancelled', 'answered', 'declined', 'voicemail'],
];

// calls-ingest 4.2
describe('a free word', () => {
  it.each([...KNOWN_WORDS, ...KNOWN_WORDS.map((word) => word.replaceAll('_', ' '))])(
    'is stored as it was sent where it is a known one: %s',
    (word) => {
      expect(openWord(word)).toBe(word);
    },
  );

  it.each([
    null,
    '',
    ' ',
    'Ava',
    'Ava 2',
    'Zoë 👋',
    'carrier 503',
    'SIP/2.0 486 Busy Here',
    'hung up after 12:30:05',
    'eu-west-1 / 2026-11-02',
    '10.0.0.12:5060',
    'gpt-4o-realtime-preview-2024-12-17',
    'model-20241026',
    'agent 3f1c2a90-0412-4345-8678-9a0b1c2d3e4f',
  ])('is stored as it was sent where nothing personal is in it: %j', (word) => {
    expect(openWord(word)).toBe(word);
  });

  it.each([
    'rang +61 491 570 156',
    'Robin robin@example.com',
    'robin@example.com',
    '0491570156',
    'busy_0491570156',
    'busy: (212) 555-0198',
    'oh four nine one five seven oh one five six',
    'tfn 123 456 782',
    'went to 12 Example Street',
    '＋６１４９１５７０１５６',
  ])('is masked as a whole: %j', (word) => {
    expect(openWord(word)).toBe('[masked]');
  });

  it('is masked wherever the tripwire would find something in one or two words', () => {
    const word = fc.string({
      unit: fc.constantFrom(...'abdehinorstvwxzAN_', 'one', 'two', 'dot', 'at', 'passport'),
    });
    fc.assert(
      fc.property(word, fc.constantFrom('', ' ', '-'), word, (first, sign, second) => {
        const text = first + sign + second;
        expect(openWord(text)).toBe(detectPii(text) === null ? text : '[masked]');
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['status_detail', 'statusDetail'],
    ['agent_name', 'agentName'],
    ['resolution_status', 'resolutionStatus'],
    ['end_reason', 'endReason'],
    ['provider_label', 'providerLabel'],
  ])('%s of a record is masked, and the record accepted', (field, property) => {
    expect(parsed({ [field]: 'call 0491 570 156' })).toMatchObject({
      ok: true,
      record: { [property]: '[masked]' },
    });
  });

  it('counts as before: a masked resolution is as unclassified as what was sent', () => {
    for (const resolutionStatus of ['call 0491 570 156', openWord('call 0491 570 156')]) {
      expect(primaryOutcome({ resolutionStatus, transferCompleted: true })).toBe('unclassified');
    }
  });
});

// calls-ingest 4.3
describe('an identifier', () => {
  it.each([
    'solution-1',
    'spring_sale 2026',
    '134567',
    '12345678',
    '1000-131234',
    '2125550198',
    '0010001234',
    '1800123456',
    '1763776920000',
    '61551234567890',
    '20261122-0412-345678',
    'contact-0491570156',
    '3f1c2a90-0412-4345-8678-9a0b1c2d3e4f',
    '+12',
    '2026_1122:0412',
    'index12',
    'INV-0491570156',
    'INV0491570156',
    'order-61491570156',
    'M7',
    'T800 0491',
    'no. 17',
    '#0491',
    '#20261122',
    'mobile-app 3',
    '0001 2345 6789',
    '10.0.0.12',
    '2026.11.26',
    '1234-5678-9012',
    '12/2026/0491',
    '03/2026/0017',
  ])('may be %s', (id) => {
    expect(isPersonalIdentifier(id)).toBe(false);
  });

  it.each([
    '+61491570156',
    '+6834000',
    '0491570156',
    '0491 570 156',
    '(02) 5550 1234',
    '61491570156',
    '+61 (0) 491 570 156',
    '0011 61 491 570 156',
    '(212) 555-0198',
    '1-212-555-0198',
    'tel:+61491570156',
    'whatsapp:+61491570156',
    '＋６１４９１５７０１５６',
    '+6149\u200B1570156',
    'robin@example.com',
    'mailto:robin@example.com',
    'robin%40example.com',
    '61491570156@messages.example.com',
    '+61491570156;ext=1',
    '0491570156 ext. 12',
    '04_9157_0156',
    '0491:570:156',
    '0491,570,156',
    "0491'570'156",
    'robin(at)example.com',
    'robin [at] example.com',
    '0491.570.156',
    '0491|570|156',
    '0491*570*156',
    '0491·570·156',
    'ph:0491570156',
    'Phone 0491570156',
    'mob 0491 570 156',
    'mobile: 0491570156',
    'm: 0491570156',
    'T 0491570156',
    'no. 0491570156',
    '#0491570156',
    'tel0491570156',
    '020 7946 0958',
    '030 901820',
    '01 42 68 53 00',
  ])('may not be %s', (id) => {
    expect(isPersonalIdentifier(id)).toBe(true);
  });

  it('is judged in time linear in its length', () => {
    // Takes a few milliseconds; quadratic time would take minutes.
    expect(isPersonalIdentifier(`a${' '.repeat(400_000)}b`)).toBe(false);
  });

  it.each(['solution_id', 'campaign_id', 'contact_id'])(
    '%s is refused as a number or an address, with what is allowed',
    (field) => {
      for (const id of ['+61491570156', '0491 570 156', 'robin@example.com']) {
        expect(parsed({ [field]: id })).toEqual({
          ok: false,
          error: {
            code: 'invalid_value',
            field,
            call_id: 'room-1',
            message: 'Must be an identifier without personal data: no telephone number, no email address.',
          },
        });
      }
      expect(parsed({ [field]: 'own-17' })).toMatchObject({ ok: true });
    },
  );
});
