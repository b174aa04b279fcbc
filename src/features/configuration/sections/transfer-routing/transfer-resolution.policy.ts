import { isOpenAt, nextOpening } from '../../rules/sections/weekly-hours.policy.js';
import type { CustomerDestination, TransferRouting } from './transfer-routing.schema.js';

interface TransferCircumstances {
  readonly instantMs: number;
  /** A checked IANA name. */
  readonly timezone: string;
}

/** One destination that was checked. */
interface TransferStep {
  readonly destination_id: string;
  readonly label: string;
  readonly state: 'open' | 'closed' | 'disabled';
  /** Why it was checked. */
  readonly because: 'requested' | 'overflow' | 'default' | 'priority';
  readonly next_opens_at: number | null;
}

export interface TransferResolution {
  readonly outcome: 'transfer' | TransferRouting['fallback']['action'];
  readonly reason: 'destination_open' | 'transfer_disabled' | 'nobody_open';
  readonly destination_id: string | null;
  readonly steps: readonly TransferStep[];
}

/**
 * Where a call for a destination would go: to that destination, along its overflows, to the
 * default, then to the others by priority, until one is open. If none is open, to the fallback.
 */
export function resolveTransfer(
  routing: TransferRouting,
  destinationId: string,
  { instantMs, timezone }: TransferCircumstances,
): TransferResolution {
  const nowhere = { outcome: routing.fallback.action, destination_id: null };
  if (!routing.enabled) return { ...nowhere, reason: 'transfer_disabled', steps: [] };
  const steps: TransferStep[] = [];
  for (const { destination, because } of candidates(routing, destinationId)) {
    const { destination_id, label, enabled, business_hours } = destination;
    const isOpen = enabled && isOpenAt(business_hours, instantMs, timezone);
    const state = isOpen ? 'open' : enabled ? 'closed' : 'disabled';
    const opening = state === 'closed' ? nextOpening(business_hours, instantMs, timezone) : null;
    steps.push({ destination_id, label, state, because, next_opens_at: opening });
    if (isOpen) return { outcome: 'transfer', reason: 'destination_open', destination_id, steps };
  }
  return { ...nowhere, reason: 'nobody_open', steps };
}

interface Candidate {
  readonly destination: CustomerDestination;
  readonly because: TransferStep['because'];
}

/** Every destination once, in the order in which they are tried. */
function candidates(routing: TransferRouting, requestedId: string): Candidate[] {
  const all = routing.customer_destinations;
  const found: Candidate[] = [];
  const add = (id: string | undefined, because: TransferStep['because']): void => {
    let reason = because;
    let next = id;
    while (next !== undefined) {
      const wanted = next;
      const destination = all.find(({ destination_id }) => destination_id === wanted);
      if (!destination || found.some((known) => known.destination.destination_id === wanted)) return;
      found.push({ destination, because: reason });
      reason = 'overflow';
      next = destination.overflow_destination_id;
    }
  };
  add(requestedId, 'requested');
  add(routing.default_destination_id, 'default');
  const byPriority = all.toSorted((one, other) => one.priority - other.priority);
  for (const { destination_id } of byPriority) add(destination_id, 'priority');
  return found;
}

/** The trigger in a caller's words, and its destination. */
export interface TriggerMatch {
  readonly kind: 'intent' | 'caller_requests_human' | 'none';
  readonly intent_id: string | null;
  readonly destination_id: string | null;
}

/**
 * The trigger with which a test states that the caller asks for a person; recognising that in
 * speech is up to the agent.
 */
const CALLER_REQUESTS_HUMAN = 'caller_requests_human';

/** The trigger of a caller's words: the first intent with one of its keywords in them. */
export function matchTrigger(
  { triggers, default_destination_id }: TransferRouting,
  callerIntent: string,
): TriggerMatch {
  const fallTo = default_destination_id ?? null;
  if (callerIntent.trim() === CALLER_REQUESTS_HUMAN) {
    return triggers.caller_requests_human
      ? { kind: 'caller_requests_human', intent_id: null, destination_id: fallTo }
      : NO_TRIGGER;
  }
  const words = wordsOf(callerIntent);
  const intent = triggers.intents.find(({ keywords }) =>
    keywords.some((keyword) => wordsOf(keyword) !== '  ' && words.includes(wordsOf(keyword))),
  );
  if (!intent) return NO_TRIGGER;
  return { kind: 'intent', intent_id: intent.intent_id, destination_id: intent.destination_id ?? fallTo };
}

const NO_TRIGGER: TriggerMatch = { kind: 'none', intent_id: null, destination_id: null };

/** Words in lower case, each with a space on either side. */
const wordsOf = (text: string): string =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
