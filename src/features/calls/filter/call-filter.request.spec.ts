import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { RequestValidationPipe } from '../../../core/server/validation.pipe.js';
import { maskPhone } from '../../../core/privacy/masking/masking.policy.js';
import { conditionsOf, versionOf } from './call-filter.js';
import type { CallConditions } from './call-filter.js';
import { CallFilterRequest } from './call-filter.request.js';
import { permittedCaller } from './permitted-caller.policy.js';

type Query = Partial<Record<keyof CallFilterRequest, string | undefined>>;
type Read = Omit<CallConditions, 'caller'> & { readonly caller?: string };

const pipe = new RequestValidationPipe();
const parse = (query: object): Promise<CallFilterRequest> =>
  pipe.transform(query, { type: 'query', metatype: CallFilterRequest }) as Promise<CallFilterRequest>;

async function read(query: object): Promise<Read> {
  const request = await parse(query);
  return { ...conditionsOf(request), ...(request.caller !== undefined && { caller: request.caller }) };
}

async function refusal(query: object): Promise<{ status: number; fields: string[]; message: string }> {
  const error: unknown = await parse(query).catch((reason: unknown) => reason);
  if (!(error instanceof PlatformError)) return expect.unreachable(`${JSON.stringify(query)} was accepted`);
  const { entry, fields, message } = error;
  return { status: entry.status, fields: fields.map(({ loc }) => loc.join('.')), message };
}

// calls 4.2, 4.3, 4.4, 4.6
describe('the filter of a list or an aggregate', () => {
  it('is empty when nothing is asked', async () => {
    expect(await read({})).toEqual({});
    expect(Object.keys(await read({ status: undefined, caller: undefined }))).toEqual([]);
  });

  it.each<[Query, Read]>([
    ...['queued', 'ringing', 'in_progress', 'completed', 'missed', 'failed'].map((status): [Query, Read] => [
      { status },
      { status } as Read,
    ]),
    ...[
      'resolved',
      'transferred',
      'follow_up_required',
      'abandoned',
      'caller_hangup',
      'timeout',
      'technical_failure',
      'unclassified',
    ].map((id): [Query, Read] => [{ primary_outcome: id }, { outcome: id } as Read]),
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
    [{ provider_label: 'primary' }, { providerLabel: 'primary' }],
    [{ disconnection_reason: 'failed' }, { disconnection: 'failed' }],
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
    [{ follow_up: 'open' }, { followUp: 'open' }],
    [{ follow_up: 'done' }, { followUp: 'done' }],
    [{ follow_up: 'not_done' }, { followUpNot: 'done' }],
    [{ follow_up_owner: 'someone' }, { followUpOwner: 'someone' }],
    [{ caller: '+61491570006' }, { caller: '+61491570006' }],
    [{ caller: '006' }, { caller: '006' }],
    [{ caller: '+6834002' }, { caller: '+6834002' }],
    [{ caller: '+61 *** *** 006' }, { caller: '+61 *** *** 006' }],
    [{ caller: '*** *** 006' }, { caller: '*** *** 006' }],
    [{ caller: '***' }, { caller: '***' }],
    // An unescaped plus sign in a query string.
    [{ caller: ' 61491570006' }, { caller: '+61491570006' }],
    [{ caller: '+61 491 570 006' }, { caller: '+61 491 570 006' }],
    [{ caller: ' 61 *** *** 006' }, { caller: '+61 *** *** 006' }],
  ])('%j', async (query, expected) => {
    expect(await read(query)).toEqual(expected);
  });

  it.each<[keyof Query, string]>([
    ...['', 'Completed', 'completed ', 'busy', 'constructor', 'completed,missed'].map(
      (it): [keyof Query, string] => ['status', it],
    ),
    ...['', 'Resolved', 'escalated', 'pending'].map((it): [keyof Query, string] => ['primary_outcome', it]),
    ...['', 'negative', 'Upset'].map((it): [keyof Query, string] => ['sentiment', it]),
    ...['', 'in', 'both'].map((it): [keyof Query, string] => ['direction', it]),
    ...['', 'Open', 'null'].map((it): [keyof Query, string] => ['follow_up', it]),
    ...['', 'x'.repeat(257)].flatMap((it): [keyof Query, string][] => [
      ['follow_up_owner', it],
      ['follow_up_tag', it],
    ]),
    ...['', 'voice', 'PHONE'].map((it): [keyof Query, string] => ['channel', it]),
    ...['', 'a\u0000b', 'a\nb', 'x'.repeat(257)].map((it): [keyof Query, string] => ['agent', it]),
    ...['', 'a\u0007', 'x'.repeat(257)].map((it): [keyof Query, string] => ['campaign_id', it]),
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
    ].flatMap((it): [keyof Query, string][] => [
      ['min_duration_seconds', it],
      ['max_duration_seconds', it],
    ]),
    ...['', 'yes', '1', 'TRUE', 'null'].map((it): [keyof Query, string] => ['human_escalation', it]),
    ...['', '0', '01', '-1', '1.5', '+1', ' 1', '1e3', 'None', 'null', '2147483648', '9'.repeat(10)].map(
      (it): [keyof Query, string] => ['version', it],
    ),
    ...['', '%', 'room 1', 'room/1', 'é', 'x'.repeat(129)].map((it): [keyof Query, string] => ['search', it]),
    ...[
      '',
      '61491570006',
      '0491570006',
      '+0491570006',
      '+1202555012',
      '+614915700061234567',
      '+61',
      'anonymous',
      '***006',
      '+61 *** *** 0006',
      '+61 *** *** 006 ',
      '+6149 *** *** 006',
      '%',
      '+61491570006 x',
    ].map((it): [keyof Query, string] => ['caller', it]),
  ])('names %s in a 400 for %j', async (name, value) => {
    expect(await refusal({ [name]: value })).toMatchObject({ status: 400, fields: [`query.${name}`] });
  });

  it.each([
    [undefined, null],
    ['none', 'none'],
    ['1', 1],
    ['2147483647', 2_147_483_647],
  ])('has the version %j as %j', async (version, expected) => {
    expect(versionOf((await parse({ version })).version)).toBe(expected);
  });

  // Text other than the contract's words is unsupported; anything that is not text is malformed.
  // calls 4.8
  it('names a filter that was sent twice in a 422, and nothing beside it', async () => {
    const query = { status: ['missed', 'failed'], channel: 'fax' };
    expect(await refusal(query)).toMatchObject({ status: 422, fields: ['query.status'] });
  });

  it.each<[keyof Query, string[]]>([
    ['status', ['queued', 'ringing', 'in_progress', 'completed', 'missed', 'failed']],
    ['sentiment', ['positive', 'neutral', 'upset', 'unclassified']],
    ['direction', ['inbound', 'outbound']],
    ['channel', ['phone', 'web', 'sip']],
    ['primary_outcome', ['follow_up_required', 'unclassified']],
    ['human_escalation', ['true', 'false']],
    ['caller', ['country code']],
    ['version', ['none']],
  ])('says what %s may be, and never repeats the sent value', async (name, words) => {
    const { message } = await refusal({ [name]: 'planted-value' });
    for (const word of words) expect(message).toContain(word);
    expect(message).not.toContain('planted-value');
  });

  // calls 4.3
  it('names every wrong value at once', async () => {
    const { fields } = await refusal({
      status: 'busy',
      direction: 'outbound',
      channel: 'fax',
      caller: '0491',
    });
    expect(fields).toEqual(['query.status', 'query.channel', 'query.caller']);
  });

  // calls 4.4
  it('refuses a shortest duration above the longest', async () => {
    const { fields } = await refusal({ min_duration_seconds: '60.001', max_duration_seconds: '60' });
    expect(fields).toEqual(['query.min_duration_seconds']);
    expect(await read({ min_duration_seconds: '60', max_duration_seconds: '60' })).toBeDefined();
  });

  it('throws nothing but its own refusal, for any input', async () => {
    const value = fc.option(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        fc.record({ status: value, caller: value, agent: value, search: value }),
        async (query) => {
          const outcome: unknown = await parse(query).catch((reason: unknown) => reason);
          expect(outcome instanceof CallFilterRequest || outcome instanceof PlatformError).toBe(true);
        },
      ),
    );
  });
});

// calls 4.5
describe('the caller that this asker may look for', () => {
  const number = fc.stringMatching(/^\+[1-9][0-9]{6,14}$/);

  it('is the number itself with permission', () => {
    expect(permittedCaller('+61491570006', true)).toBe('+61491570006');
  });

  it('is without permission what the rows show, whatever the number', () => {
    fc.assert(
      fc.property(number, (e164) => {
        expect(permittedCaller(e164, false)).toBe(maskPhone(e164));
      }),
    );
  });

  it('is without permission the same as that masked form itself, which can be sent back as it is', async () => {
    await fc.assert(
      fc.asyncProperty(number, async (e164) => {
        const { caller } = await read({ caller: maskPhone(e164) });
        expect(caller).toBe(permittedCaller(e164, false));
      }),
    );
  });

  it('stays masked with permission', () => {
    expect(permittedCaller('+61 *** *** 006', true)).toBe('+61 *** *** 006');
    expect(permittedCaller('+61 *** *** 006', false)).toBe('+61 *** *** 006');
  });
});
