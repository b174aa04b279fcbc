import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../core/errors/platform-error.js';
import { maskPhone } from '../../../core/privacy/masking.policy.js';
import { permittedCaller, readCallFilter } from './call-filter.policy.js';
import type { CallerFilter, CallFilter, CallFilterQuery } from './call-filter.policy.js';

function refusal(query: CallFilterQuery): { fields: string[]; message: string } {
  try {
    readCallFilter(query);
  } catch (error) {
    expect(error).toBeInstanceOf(PlatformError);
    const { entry, fields, message } = error as PlatformError;
    expect([entry.status, entry.code]).toEqual([400, 'validation_failed']);
    return { fields: fields.map(({ loc }) => loc.join('.')), message };
  }
  return expect.unreachable(`${JSON.stringify(query)} was accepted`);
}

describe('the filter of a list or an aggregate', () => {
  it('is empty when nothing is asked', () => {
    expect(readCallFilter({})).toEqual({});
    expect(Object.keys(readCallFilter({ status: undefined, caller: undefined }))).toEqual([]);
  });

  it.each<[CallFilterQuery, CallFilter]>([
    ...['queued', 'ringing', 'in_progress', 'completed', 'missed', 'failed'].map(
      (status): [CallFilterQuery, CallFilter] => [{ status }, { status } as CallFilter],
    ),
    ...[
      'resolved',
      'transferred',
      'follow_up_required',
      'abandoned',
      'caller_hangup',
      'timeout',
      'technical_failure',
      'unclassified',
    ].map((id): [CallFilterQuery, CallFilter] => [{ primary_outcome: id }, { outcome: id } as CallFilter]),
    [{ sentiment: 'positive' }, { sentiment: 'positive' }],
    [{ sentiment: 'neutral' }, { sentiment: 'neutral' }],
    [{ sentiment: 'upset' }, { sentiment: 'negative' }],
    [{ sentiment: 'unclassified' }, { sentiment: 'unclassified' }],
    [{ direction: 'inbound' }, { direction: 'inbound' }],
    [{ direction: 'outbound' }, { direction: 'outbound' }],
    [{ channel: 'phone' }, { channel: 'phone' }],
    [{ channel: 'web' }, { channel: 'web' }],
    [{ channel: 'sip' }, { channel: 'sip' }],
    [{ agent: 'Ava' }, { agent: 'Ava' }],
    [{ agent: ' Zoë "O\'Neil" 🙂 ' }, { agent: ' Zoë "O\'Neil" 🙂 ' }],
    [{ campaign_id: 'recall 2026/10' }, { campaignId: 'recall 2026/10' }],
    [{ min_duration_seconds: '0' }, { minDuration: '0' }],
    [{ max_duration_seconds: '0' }, { maxDuration: '0' }],
    [
      { min_duration_seconds: '12.5', max_duration_seconds: '12.50' },
      { minDuration: '12.5', maxDuration: '12.50' },
    ],
    [{ human_escalation: 'true' }, { humanEscalation: true }],
    [{ human_escalation: 'false' }, { humanEscalation: false }],
    [{ search: 'room-2026:a_b.C' }, { callIdPrefix: 'room-2026:a_b.C' }],
    [{ caller: '+61491570006' }, { caller: { kind: 'number', e164: '+61491570006' } }],
    [{ caller: '+6834002' }, { caller: { kind: 'number', e164: '+6834002' } }],
    [{ caller: '+61 *** *** 006' }, { caller: { kind: 'masked', masked: '+61 *** *** 006' } }],
    [{ caller: '*** *** 006' }, { caller: { kind: 'masked', masked: '*** *** 006' } }],
    [{ caller: '***' }, { caller: { kind: 'masked', masked: '***' } }],
    // The plus of a query string that was not escaped.
    [{ caller: ' 61491570006' }, { caller: { kind: 'number', e164: '+61491570006' } }],
    [{ caller: ' 61 *** *** 006' }, { caller: { kind: 'masked', masked: '+61 *** *** 006' } }],
  ])('%j', (query, expected) => {
    expect(readCallFilter(query)).toEqual(expected);
  });

  it.each<[keyof CallFilterQuery, string]>([
    ...['', 'Completed', 'completed ', 'busy', 'constructor', 'completed,missed'].map(
      (it): [keyof CallFilterQuery, string] => ['status', it],
    ),
    ...['', 'Resolved', 'escalated', 'pending'].map((it): [keyof CallFilterQuery, string] => [
      'primary_outcome',
      it,
    ]),
    ...['', 'negative', 'Upset'].map((it): [keyof CallFilterQuery, string] => ['sentiment', it]),
    ...['', 'in', 'both'].map((it): [keyof CallFilterQuery, string] => ['direction', it]),
    ...['', 'voice', 'PHONE'].map((it): [keyof CallFilterQuery, string] => ['channel', it]),
    ...['', 'a\u0000b', 'a\nb', 'x'.repeat(257)].map((it): [keyof CallFilterQuery, string] => ['agent', it]),
    ...['', 'a\u0007', 'x'.repeat(257)].map((it): [keyof CallFilterQuery, string] => ['campaign_id', it]),
    ...[
      '',
      '-1',
      '1e3',
      '+5',
      '.5',
      '5.',
      ' 5',
      'ten',
      'Infinity',
      'NaN',
      '0x10',
      '1,5',
      '9'.repeat(10),
    ].flatMap((it): [keyof CallFilterQuery, string][] => [
      ['min_duration_seconds', it],
      ['max_duration_seconds', it],
    ]),
    ...['', 'yes', '1', 'TRUE', 'null'].map((it): [keyof CallFilterQuery, string] => [
      'human_escalation',
      it,
    ]),
    ...['', '%', 'room 1', 'room/1', 'é', 'x'.repeat(129)].map((it): [keyof CallFilterQuery, string] => [
      'search',
      it,
    ]),
    ...[
      '',
      '61491570006',
      '0491570006',
      '+0491570006',
      '+61 491 570 006',
      '+614915700061234567',
      '+61',
      'anonymous',
      '***006',
      '+61 *** *** 06',
      '+61 *** *** 006 ',
      '+6149 *** *** 006',
      '%',
      '+61491570006\n',
    ].map((it): [keyof CallFilterQuery, string] => ['caller', it]),
  ])('names %s in a 400 for %j', (name, value) => {
    expect(refusal({ [name]: value }).fields).toEqual([`query.${name}`]);
  });

  it.each<[keyof CallFilterQuery, string[]]>([
    ['status', ['queued', 'ringing', 'in_progress', 'completed', 'missed', 'failed']],
    ['sentiment', ['positive', 'neutral', 'upset', 'unclassified']],
    ['direction', ['inbound', 'outbound']],
    ['channel', ['phone', 'web', 'sip']],
    ['primary_outcome', ['follow_up_required', 'unclassified']],
    ['human_escalation', ['true', 'false']],
    ['caller', ['E.164']],
  ])('tells what %s may be, and never repeats what was sent', (name, words) => {
    const { message } = refusal({ [name]: 'planted-value' });
    for (const word of words) expect(message).toContain(word);
    expect(message).not.toContain('planted-value');
  });

  it('names every wrong value at once', () => {
    const { fields } = refusal({ status: 'busy', direction: 'outbound', channel: 'fax', caller: '0491' });
    expect(fields).toEqual(['query.status', 'query.channel', 'query.caller']);
  });

  it('refuses a shortest duration above the longest', () => {
    expect(refusal({ min_duration_seconds: '60.001', max_duration_seconds: '60' }).fields).toEqual([
      'query.min_duration_seconds',
    ]);
    expect(readCallFilter({ min_duration_seconds: '60', max_duration_seconds: '60' })).toBeDefined();
  });

  it('throws nothing but its own refusal, whatever is sent', () => {
    const value = fc.option(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), { nil: undefined });
    fc.assert(
      fc.property(fc.record({ status: value, caller: value, agent: value, search: value }), (query) => {
        try {
          readCallFilter(query);
        } catch (error) {
          expect(error).toBeInstanceOf(PlatformError);
        }
      }),
    );
  });
});

describe('the caller that this asker may look for', () => {
  const number = fc.stringMatching(/^\+[1-9][0-9]{6,14}$/);

  it('is the number itself with permission', () => {
    const asked: CallerFilter = { kind: 'number', e164: '+61491570006' };
    expect(permittedCaller(asked, true)).toEqual(asked);
  });

  it('is without permission what the rows show, whatever the number', () => {
    fc.assert(
      fc.property(number, (e164) => {
        const permitted = permittedCaller({ kind: 'number', e164 }, false);
        expect(permitted).toEqual({ kind: 'masked', masked: maskPhone(e164) });
      }),
    );
  });

  it('is without permission the same as that masked form itself, which can be sent back as it is', () => {
    fc.assert(
      fc.property(number, (e164) => {
        const masked = maskPhone(e164);
        const { caller } = readCallFilter({ caller: masked });
        expect(caller).toEqual(permittedCaller({ kind: 'number', e164 }, false));
      }),
    );
  });

  it('stays masked with permission', () => {
    const asked: CallerFilter = { kind: 'masked', masked: '+61 *** *** 006' };
    expect(permittedCaller(asked, true)).toEqual(asked);
    expect(permittedCaller(asked, false)).toEqual(asked);
  });
});
