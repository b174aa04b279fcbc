import { describe, expect, it } from 'vitest';
import type { NumberRules } from '../../../dialling/numbers/dialled-numbers.service.js';
import { transferRoutingFindings } from './transfer-routing.policy.js';
import type { CustomerDestination, TransferRouting } from './transfer-routing.schema.js';
import { section } from './transfer-routing.section.js';

const destination = (
  destination_id: string,
  more: Partial<CustomerDestination> = {},
): CustomerDestination => ({
  destination_id,
  label: destination_id,
  type: 'phone',
  phone_number: '+61255501234',
  mode: 'cold',
  priority: 10,
  enabled: true,
  ...more,
});

const sip = (destination_id: string, sip_uri: string): CustomerDestination => ({
  destination_id,
  label: destination_id,
  type: 'sip',
  sip_uri,
  mode: 'cold',
  priority: 10,
  enabled: true,
});

const routing = (more: Partial<TransferRouting> = {}): TransferRouting => ({
  ...section.defaults,
  enabled: true,
  customer_destinations: [destination('desk')],
  ...more,
});

/** An operator has allowed only 1300 for the client. */
const judgeNumber: NumberRules = (number) =>
  number.startsWith('+611900') ? { code: 'number_premium_rate', message: 'must be an ordinary one' } : null;

const found = (configuration: TransferRouting): string[] =>
  transferRoutingFindings(configuration, { judgeNumber }).map(
    ({ severity, code, path }) => `${severity} ${code} ${path}`,
  );

const intents = (...list: TransferRouting['triggers']['intents']): Partial<TransferRouting> => ({
  triggers: { caller_requests_human: true, failed_turns: 0, intents: list },
});

describe('findings about transfer routing', () => {
  it.each<[string, Partial<TransferRouting>, string[]]>([
    ['one destination that answers', {}, []],
    [
      'nothing about a SIP destination with a public host',
      { customer_destinations: [sip('pbx', 'sip:front@pbx.example.com:5061;transport=tls')] },
      [],
    ],
    [
      'two destinations of one name',
      { customer_destinations: [destination('desk'), destination('desk', { phone_number: '+61255501235' })] },
      ['error destination_duplicate customer_destinations.1.destination_id'],
    ],
    [
      'two names for one number',
      { customer_destinations: [destination('desk'), destination('office')] },
      ['warning address_duplicate customer_destinations.1'],
    ],
    [
      'a phone without a number',
      { customer_destinations: [{ ...sip('desk', 'sip:a@pbx.example.com'), type: 'phone' }] },
      [
        'error address_missing customer_destinations.0.phone_number',
        'warning address_unused customer_destinations.0.sip_uri',
      ],
    ],
    [
      'a number of a length that no numbering plan has',
      { customer_destinations: [destination('desk', { phone_number: '+1202555012' })] },
      ['error phone_number_invalid customer_destinations.0.phone_number'],
    ],
    [
      'a country code that nobody has',
      { customer_destinations: [destination('desk', { phone_number: '+99912345678' })] },
      ['error phone_number_invalid customer_destinations.0.phone_number'],
    ],
    [
      'a number that is not dialled for the client',
      { customer_destinations: [destination('desk', { phone_number: '+611900654321', enabled: false })] },
      [
        'error number_not_dialled customer_destinations.0.phone_number',
        'error no_enabled_destination customer_destinations',
      ],
    ],
    [
      'a SIP address of a number that is not dialled for the client',
      {
        customer_destinations: [
          sip('desk', 'sip:+611900654321@sbc.example.com;transport=tls'),
          sip('quoted', 'sips:%2B611900654321@sbc.example.com'),
          sip('abroad', 'sip:00611900654321@sbc.example.com'),
          sip('grouped', 'sip:+61-1900-654-321@sbc.example.com'),
        ],
      },
      [0, 1, 2, 3].map((index) => `error number_not_dialled customer_destinations.${index}.sip_uri`),
    ],
    [
      'nothing about a SIP address of an ordinary number, or of none',
      {
        customer_destinations: [
          sip('desk', 'sip:+61255501234@sbc.example.com'),
          sip('extension', 'sip:1900@sbc.example.com'),
          sip('unreadable', 'sip:%zz1900654321@sbc.example.com'),
        ],
      },
      [],
    ],
    [
      'nothing about a costly number in a range that is allowed',
      { customer_destinations: [destination('desk', { phone_number: '+611300975707' })] },
      [],
    ],
    [
      'a SIP host in a private network',
      { customer_destinations: [sip('pbx', 'sip:front@10.0.0.5')] },
      ['error sip_host_not_public customer_destinations.0.sip_uri'],
    ],
    [
      'hours that are empty',
      { customer_destinations: [destination('desk', { business_hours: [] })] },
      ['error hours_empty customer_destinations.0.business_hours'],
    ],
    [
      'hours that overlap',
      {
        customer_destinations: [
          destination('desk', {
            business_hours: [
              { day: 'monday', opens: '09:00', closes: '13:00' },
              { day: 'monday', opens: '12:00', closes: '17:00' },
            ],
          }),
        ],
      },
      ['error hours_overlap customer_destinations.0.business_hours.1'],
    ],
    [
      'an overflow to nowhere',
      { customer_destinations: [destination('desk', { overflow_destination_id: 'nobody' })] },
      ['error destination_unknown customer_destinations.0.overflow_destination_id'],
    ],
    [
      'a destination that overflows to itself',
      { customer_destinations: [destination('desk', { overflow_destination_id: 'desk' })] },
      ['error overflow_loop customer_destinations.0.overflow_destination_id'],
    ],
    [
      'a circle of overflows, once',
      {
        customer_destinations: [
          destination('a', { phone_number: '+61255501231', overflow_destination_id: 'b' }),
          destination('b', { phone_number: '+61255501232', overflow_destination_id: 'c' }),
          destination('c', { phone_number: '+61255501233', overflow_destination_id: 'b' }),
        ],
      },
      ['error overflow_loop customer_destinations.1.overflow_destination_id'],
    ],
    [
      'a default that is not there',
      { default_destination_id: 'nobody' },
      ['error destination_unknown default_destination_id'],
    ],
    [
      'a default that is disabled',
      {
        default_destination_id: 'night',
        customer_destinations: [
          destination('desk'),
          destination('night', { phone_number: '+61255501235', enabled: false }),
        ],
      },
      ['error default_unreachable default_destination_id'],
    ],
    [
      'an intent that leads nowhere',
      intents({ intent_id: 'billing', keywords: ['invoice'], destination_id: 'nobody' }),
      ['error destination_unknown triggers.intents.0.destination_id'],
    ],
    [
      'an intent that leads to a destination that is off',
      {
        ...intents({ intent_id: 'billing', keywords: ['invoice'], destination_id: 'night' }),
        customer_destinations: [
          destination('desk'),
          destination('night', { phone_number: '+61255501235', enabled: false }),
        ],
      },
      ['warning destination_disabled triggers.intents.0.destination_id'],
    ],
    [
      'two intents of one name',
      intents(
        { intent_id: 'billing', keywords: ['invoice'] },
        { intent_id: 'billing', keywords: ['refund'] },
      ),
      ['error intent_duplicate triggers.intents.1.intent_id'],
    ],
    [
      'a keyword that an earlier intent has, in any case',
      intents(
        { intent_id: 'billing', keywords: ['Invoice'] },
        { intent_id: 'sales', keywords: ['quote', 'invoice '] },
      ),
      ['warning keyword_shadowed triggers.intents.1.keywords.1'],
    ],
    [
      'nobody to transfer to',
      { customer_destinations: [destination('desk', { enabled: false })] },
      ['error no_enabled_destination customer_destinations'],
    ],
    [
      'nothing that starts a transfer',
      { triggers: { caller_requests_human: false, failed_turns: 0, intents: [] } },
      ['warning no_trigger triggers'],
    ],
    [
      'one destination that rings longer than all may',
      { attempts: { max_attempts: 1, ring_timeout_seconds: 61, total_timeout_seconds: 60 } },
      ['error timeouts_crossed attempts.ring_timeout_seconds'],
    ],
    [
      'a promise without a time',
      { fallback: { action: 'callback' } },
      ['warning callback_time_missing fallback.callback_within_minutes'],
    ],
  ])('say %s', (_name, more, findings) => {
    expect(found(routing(more))).toEqual(findings);
  });

  it('do not ask for destinations while transfer is off', () => {
    expect(found(routing({ enabled: false, customer_destinations: [] }))).toEqual([]);
  });

  it('are none for the defaults and for the example', () => {
    expect(found(section.defaults)).toEqual([]);
    expect(found(section.example)).toEqual([]);
  });
});
