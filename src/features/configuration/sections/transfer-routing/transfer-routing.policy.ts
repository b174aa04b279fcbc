import { isPublicHost } from '../../../../core/outbound-http/public-host.policy.js';
import {
  isE164,
  PHONE_NUMBER_FINDING,
  readPhoneNumber,
} from '../../../../core/shared/phone-numbers/phone-number.policy.js';
import { error, found, repeatsIn, warning } from '../../rules/sections/section-definition.js';
import type { Finding, FindingRule, SectionFacts } from '../../rules/sections/section-definition.js';
import { HOURS_RULES, hoursFindings } from '../../rules/sections/weekly-hours.policy.js';
import type { CustomerDestination, TransferRouting } from './transfer-routing.schema.js';

/** The rules of transfer routing that a schema cannot express. */
export function transferRoutingFindings(
  routing: TransferRouting,
  { judgeNumber }: Pick<SectionFacts, 'judgeNumber'>,
): Finding[] {
  return [
    ...routing.customer_destinations.flatMap((destination, index) =>
      destinationFindings(destination, index, routing.customer_destinations),
    ),
    ...routing.customer_destinations.flatMap((destination, index) =>
      costlyFindings(destination, index, judgeNumber),
    ),
    ...repeatsIn(routing.customer_destinations, ({ destination_id }) => destination_id).map((index) =>
      error(
        'destination_duplicate',
        `customer_destinations.${index}.destination_id`,
        'Another destination has this name. Choose another name.',
      ),
    ),
    ...loopFindings(routing.customer_destinations),
    ...defaultFindings(routing),
    ...repeatsIn(routing.triggers.intents, ({ intent_id }) => intent_id).map((index) =>
      error(
        'intent_duplicate',
        `triggers.intents.${index}.intent_id`,
        'Another intent has this name. Choose another name.',
      ),
    ),
    ...intentFindings(routing),
    ...reachFindings(routing),
  ];
}

function destinationFindings(
  destination: CustomerDestination,
  index: number,
  all: readonly CustomerDestination[],
): Finding[] {
  const path = `customer_destinations.${index}`;
  const findings = addressFindings(destination, path);
  const twin = all.findIndex((other) => addressOf(other) === addressOf(destination));
  if (addressOf(destination) !== undefined && twin < index) {
    findings.push(
      warning(
        'address_duplicate',
        path,
        `Reaches the same place as ${all[twin]!.destination_id}. Remove one of them.`,
      ),
    );
  }
  if (destination.business_hours) {
    findings.push(...hoursFindings(destination.business_hours, `${path}.business_hours`));
  }
  const overflow = destination.overflow_destination_id;
  if (overflow !== undefined && !all.some((other) => other.destination_id === overflow)) {
    findings.push(
      error('destination_unknown', `${path}.overflow_destination_id`, `There is no destination ${overflow}.`),
    );
  }
  return findings;
}

const addressOf = ({ type, phone_number, sip_uri }: CustomerDestination): string | undefined =>
  type === 'phone' ? phone_number : sip_uri?.toLowerCase();

function addressFindings(destination: CustomerDestination, path: string): Finding[] {
  const { type, phone_number, sip_uri } = destination;
  const [needed, unused] =
    type === 'phone' ? (['phone_number', 'sip_uri'] as const) : (['sip_uri', 'phone_number'] as const);
  return found(
    destination[needed] === undefined &&
      error('address_missing', `${path}.${needed}`, `A destination of type ${type} needs ${needed}.`),
    destination[unused] !== undefined &&
      warning(
        'address_unused',
        `${path}.${unused}`,
        `A destination of type ${type} does not use this field. Remove it.`,
      ),
    type === 'phone' &&
      phone_number !== undefined &&
      readPhoneNumber(phone_number) !== phone_number &&
      error('phone_number_invalid', `${path}.phone_number`, PHONE_NUMBER_FINDING),
    type === 'sip' &&
      sip_uri !== undefined &&
      !isPublicHost(hostOf(sip_uri)) &&
      error('sip_host_not_public', `${path}.sip_uri`, 'The host must be reachable on the internet.'),
  );
}

/** A transfer is a call that the platform dials (dispatch 8.1). */
function costlyFindings(
  { type, phone_number, sip_uri }: CustomerDestination,
  index: number,
  judgeNumber: SectionFacts['judgeNumber'],
): Finding[] {
  const [field, number] =
    type === 'phone' ? (['phone_number', phone_number] as const) : (['sip_uri', numberOf(sip_uri)] as const);
  // A phone_number that no numbering plan has is an error already, and takes far longer to check.
  if (number === undefined || (type === 'phone' && readPhoneNumber(number) !== number)) return [];
  const refusal = judgeNumber(number);
  // A gateway may have its own numbers; digits after the end of a costly number still reach that
  // number.
  if (refusal === null || (type === 'sip' && refusal.code === 'phone_invalid')) return [];
  const path = `customer_destinations.${index}.${field}`;
  return [error('number_not_dialled', path, `The number ${refusal.message}.`)];
}

/**
 * The number that a gateway dials for a SIP address, such as sip:+61255501234@sbc.example.com;
 * undefined: it names none.
 */
const numberOf = (sipUri = ''): string | undefined => {
  const user = /^sips?:([^@]*)@/i.exec(sipUri)?.[1] ?? '';
  // A plus may be escaped, and most countries dial 00 instead of it.
  const written = user.replace(/^(?:%2b|00)/i, '+');
  return readPhoneNumber(written) ?? (isE164(written) ? written : undefined);
};

const hostOf = (sipUri: string): string => /@([^:;]*)/.exec(sipUri)?.[1] ?? '';

/** Reports each loop of overflows once, at its first destination in the list. */
function loopFindings(all: readonly CustomerDestination[]): Finding[] {
  return all.flatMap((start, index) => {
    const seen = [start.destination_id];
    let next = start.overflow_destination_id;
    while (next !== undefined && !seen.includes(next)) {
      seen.push(next);
      next = find(all, next)?.overflow_destination_id;
    }
    const isFirst = seen.every((id) => all.findIndex((other) => other.destination_id === id) >= index);
    if (next !== start.destination_id || !isFirst) return [];
    return [
      error(
        'overflow_loop',
        `customer_destinations.${index}.overflow_destination_id`,
        `The overflow destinations form a loop: ${[...seen, next].join(' > ')}.`,
      ),
    ];
  });
}

function defaultFindings(routing: TransferRouting): Finding[] {
  const id = routing.default_destination_id;
  if (id === undefined) return [];
  const destination = find(routing.customer_destinations, id);
  if (!destination)
    return [error('destination_unknown', 'default_destination_id', `There is no destination ${id}.`)];
  if (destination.enabled) return [];
  return [
    error(
      'default_unreachable',
      'default_destination_id',
      `${id} is disabled. Enable it or choose another default.`,
    ),
  ];
}

function intentFindings({ triggers, customer_destinations: all }: TransferRouting): Finding[] {
  const owners = new Map<string, string>();
  return triggers.intents.flatMap((intent, index) => {
    const path = `triggers.intents.${index}`;
    const findings: Finding[] = [];
    if (intent.destination_id !== undefined) {
      const destination = find(all, intent.destination_id);
      const at = `${path}.destination_id`;
      if (!destination)
        findings.push(error('destination_unknown', at, `There is no destination ${intent.destination_id}.`));
      else if (!destination.enabled)
        findings.push(warning('destination_disabled', at, `${intent.destination_id} is disabled.`));
    }
    intent.keywords.forEach((keyword, position) => {
      const key = keyword.trim().toLowerCase();
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, intent.intent_id);
      else
        findings.push(
          warning(
            'keyword_shadowed',
            `${path}.keywords.${position}`,
            `${owner} already has this keyword and comes first.`,
          ),
        );
    });
    return findings;
  });
}

/** Whether a transfer that is switched on can ever happen, and end in time. */
function reachFindings(routing: TransferRouting): Finding[] {
  if (!routing.enabled) return [];
  const { triggers, attempts } = routing;
  return found(
    !routing.customer_destinations.some(({ enabled }) => enabled) &&
      error(
        'no_enabled_destination',
        'customer_destinations',
        'Transfer is on, but no destination is enabled. Enable one.',
      ),
    !triggers.caller_requests_human &&
      triggers.failed_turns === 0 &&
      triggers.intents.length === 0 &&
      warning('no_trigger', 'triggers', 'Transfer is on, but no rule or intent starts a transfer.'),
    attempts.ring_timeout_seconds > attempts.total_timeout_seconds &&
      error(
        'timeouts_crossed',
        'attempts.ring_timeout_seconds',
        `One destination may ring for ${attempts.ring_timeout_seconds} s, but all attempts together only ` +
          `for ${attempts.total_timeout_seconds} s.`,
      ),
    routing.fallback.action === 'callback' &&
      routing.fallback.callback_within_minutes === undefined &&
      warning(
        'callback_time_missing',
        'fallback.callback_within_minutes',
        'Callers are not told when they will be called back.',
      ),
  );
}

const find = (all: readonly CustomerDestination[], id: string): CustomerDestination | undefined =>
  all.find(({ destination_id }) => destination_id === id);

export const TRANSFER_ROUTING_RULES: readonly FindingRule[] = [
  ['destination_duplicate', 'error', 'two destinations have one id'],
  ['destination_unknown', 'error', 'an overflow, the default or an intent names an unknown destination'],
  ['destination_disabled', 'warning', 'an intent names a disabled destination'],
  ['address_missing', 'error', 'a destination has no address of its type'],
  ['address_unused', 'warning', 'a destination has an address of the other type'],
  ['address_duplicate', 'warning', 'two destinations reach the same place'],
  ['phone_number_invalid', 'error', 'no numbering plan has the number'],
  [
    'number_not_dialled',
    'error',
    'a premium-rate, shared-cost, personal or satellite number, also in a SIP address',
  ],
  ['sip_host_not_public', 'error', 'the host of a SIP address is not on the public internet'],
  ['overflow_loop', 'error', 'overflows form a loop'],
  ['default_unreachable', 'error', 'the default destination is disabled'],
  ['intent_duplicate', 'error', 'two intents have one id'],
  ['keyword_shadowed', 'warning', 'an earlier intent has the keyword'],
  ['no_enabled_destination', 'error', 'transfer is on and no destination is enabled'],
  ['no_trigger', 'warning', 'transfer is on, but nothing starts one'],
  ['timeouts_crossed', 'error', 'one destination may ring longer than all together'],
  ['callback_time_missing', 'warning', 'callback without callback_within_minutes'],
  ...HOURS_RULES,
];
