import { FieldError, validationFailed } from '../../../core/errors/platform-error.js';
import { isE164, maskPhone } from '../../../core/privacy/masking.policy.js';
import { CALL_STATUSES, CHANNELS, DIRECTIONS, OUTCOME_IDS } from '../rules/call-vocabulary.js';
import type { CallStatus, Channel, Direction, OutcomeId } from '../rules/call-vocabulary.js';
import { fromWireSentiment, WIRE_SENTIMENTS } from '../rules/sentiment.policy.js';
import type { EffectiveSentiment } from '../rules/sentiment.policy.js';

/** The filter parameters as sent. */
export interface CallFilterQuery {
  readonly status?: string | undefined;
  readonly primary_outcome?: string | undefined;
  readonly sentiment?: string | undefined;
  readonly direction?: string | undefined;
  readonly channel?: string | undefined;
  readonly agent?: string | undefined;
  readonly caller?: string | undefined;
  readonly campaign_id?: string | undefined;
  readonly min_duration_seconds?: string | undefined;
  readonly max_duration_seconds?: string | undefined;
  readonly human_escalation?: string | undefined;
  readonly search?: string | undefined;
}

/** The caller that is asked for: the number itself, or all callers with this masked number. */
export type CallerFilter =
  { readonly kind: 'number'; readonly e164: string } | { readonly kind: 'masked'; readonly masked: string };

/** The filter parameters as read; what was not asked for is absent. */
export interface CallFilter {
  readonly status?: CallStatus;
  readonly outcome?: OutcomeId;
  readonly sentiment?: EffectiveSentiment;
  readonly direction?: Direction;
  readonly channel?: Channel;
  readonly agent?: string;
  readonly caller?: CallerFilter;
  readonly campaignId?: string;
  /** A decimal as it was written; seconds. */
  readonly minDuration?: string;
  readonly maxDuration?: string;
  readonly humanEscalation?: boolean;
  readonly callIdPrefix?: string;
}

// Names and ids in rows are shorter, so what is longer matches nothing.
const MAX_TEXT = 256;
const TEXT = new RegExp(`^\\P{Cc}{1,${MAX_TEXT}}$`, 'u');
const CALL_ID_PREFIX = /^[A-Za-z0-9._:-]{1,128}$/;
const SECONDS = /^\d{1,9}(\.\d{1,6})?$/;
/** As `maskPhone` writes it, with or without a country code; nothing else can stand in a row. */
const MASKED = /^(\+\d{1,3} )?\*\*\* \*\*\* \d{3}$|^\*\*\*$/;

/**
 * Reads the filter of a list or an aggregate (calls section 4).
 * @throws 400 validation_failed naming every value that nothing can match
 */
export function readCallFilter(query: CallFilterQuery): CallFilter {
  const faults: FieldError[] = [];
  const refuse = (name: string, message: string): undefined => {
    faults.push({ loc: ['query', name], message, type: 'value_unknown' });
    return undefined;
  };
  const oneOf = <T extends string>(name: keyof CallFilterQuery, words: readonly T[]): T | undefined => {
    const value = query[name];
    if (value === undefined) return undefined;
    return words.find((word) => word === value) ?? refuse(name, `must be one of ${words.join(', ')}`);
  };
  const matching = (name: keyof CallFilterQuery, pattern: RegExp, message: string): string | undefined => {
    const value = query[name];
    return value === undefined || pattern.test(value) ? value : refuse(name, message);
  };
  const text = (name: keyof CallFilterQuery): string | undefined =>
    matching(name, TEXT, `must be 1 to ${MAX_TEXT} characters without control characters`);
  const seconds = (name: keyof CallFilterQuery): string | undefined =>
    matching(name, SECONDS, 'must be a number of seconds, 0 or more');

  const sentiment = oneOf('sentiment', WIRE_SENTIMENTS);
  const escalation = oneOf('human_escalation', ['true', 'false']);
  const filter = {
    status: oneOf('status', CALL_STATUSES),
    outcome: oneOf('primary_outcome', OUTCOME_IDS),
    sentiment: sentiment && fromWireSentiment(sentiment),
    direction: oneOf('direction', DIRECTIONS),
    channel: oneOf('channel', CHANNELS),
    agent: text('agent'),
    caller:
      query.caller === undefined ? undefined : (readCaller(query.caller) ?? refuse('caller', CALLER_HELP)),
    campaignId: text('campaign_id'),
    minDuration: seconds('min_duration_seconds'),
    maxDuration: seconds('max_duration_seconds'),
    humanEscalation: escalation && escalation === 'true',
    callIdPrefix: matching('search', CALL_ID_PREFIX, 'must be the beginning of a call_id'),
  };
  if (Number(filter.minDuration ?? 0) > Number(filter.maxDuration ?? Infinity)) {
    refuse('min_duration_seconds', 'must not be more than max_duration_seconds');
  }
  if (faults.length > 0) throw validationFailed(...faults);
  return withoutAbsent(filter);
}

const CALLER_HELP = 'must be a number in E.164, such as +61491570006, or a masked number as rows show it';

function readCaller(sent: string): CallerFilter | undefined {
  // A plus sign that the sender forgot to escape in a query string arrives as a blank.
  const text = sent.replace(/^ (?=\d)/, '+');
  if (isE164(text)) return { kind: 'number', e164: text };
  return MASKED.test(text) ? { kind: 'masked', masked: text } : undefined;
}

/**
 * The caller filter as this caller may use it: without permission to see raw numbers a number means its masked
 * form, so that guessing numbers tells nothing that the rows do not show.
 */
export const permittedCaller = (caller: CallerFilter, mayMatchNumber: boolean): CallerFilter =>
  caller.kind === 'number' && !mayMatchNumber ? { kind: 'masked', masked: maskPhone(caller.e164) } : caller;

type Optional<T> = { readonly [K in keyof T]: T[K] | undefined };

const withoutAbsent = (filter: Optional<Required<CallFilter>>): CallFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
