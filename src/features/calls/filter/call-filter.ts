import type { VisibleProjects } from '../../../core/tenancy/project-visibility.service.js';
import type { DateRange } from '../../../core/time/date-range.policy.js';
import type {
  CallStatus,
  Channel,
  Direction,
  DisconnectionReason,
  OutcomeId,
} from '../../call-records/rules/call-vocabulary.js';
import { fromWireSentiment, type EffectiveSentiment } from '../../call-records/rules/sentiment.policy.js';
import type { CallFilterRequest } from './call-filter.request.js';

/** The calls of a response: one filter for every route, so that totals agree. */
export interface CallFilter {
  readonly range: DateRange;
  /** Every project, or only these; an empty list matches no calls. */
  readonly projects: VisibleProjects;
  readonly solutionId: string | null;
  /** The version that served the calls; null: any. */
  readonly version: CallVersion | null;
  readonly conditions: CallConditions;
}

/** The number of a version; `none` for calls without a known version. */
export type CallVersion = number | 'none';

/** Conditions on calls; a condition that was not requested is absent. */
export interface CallConditions {
  readonly status?: CallStatus;
  readonly outcome?: OutcomeId;
  readonly sentiment?: EffectiveSentiment;
  readonly disconnection?: DisconnectionReason;
  readonly direction?: Direction;
  readonly channel?: Channel;
  readonly agent?: string;
  /** The keyed hash of a number, or every caller with this masked number or these last digits. */
  readonly caller?:
    | { readonly kind: 'number'; readonly hash: Buffer }
    | { readonly kind: 'masked'; readonly masked: string }
    | { readonly kind: 'ending'; readonly digits: string };
  readonly providerLabel?: string;
  readonly campaignId?: string;
  /** Seconds, as the decimal that was sent. */
  readonly minDuration?: string;
  readonly maxDuration?: string;
  readonly humanEscalation?: boolean;
  readonly callIdPrefix?: string;
  readonly followUp?: 'open' | 'done';
  /** Calls without a follow-up in this state. */
  readonly followUpNot?: 'done';
  /** A user_id. */
  readonly followUpOwner?: string;
  /** The hash of a tag. */
  readonly followUpTag?: Buffer;
}

/** @param asked a text that matches VERSION */
export const versionOf = (asked: string | undefined): CallVersion | null =>
  asked === undefined ? null : asked === 'none' ? 'none' : Number(asked);

/** The conditions of a request except those that are compared by the tenant's keyed hash. */
export function conditionsOf(request: CallFilterRequest): Omit<CallConditions, 'caller' | 'followUpTag'> {
  const conditions = {
    status: request.status,
    outcome: request.primary_outcome,
    sentiment: request.sentiment && fromWireSentiment(request.sentiment),
    disconnection: request.disconnection_reason,
    direction: request.direction,
    channel: request.channel,
    agent: request.agent?.normalize('NFC'),
    providerLabel: request.provider_label,
    campaignId: request.campaign_id,
    minDuration: request.min_duration_seconds,
    maxDuration: request.max_duration_seconds,
    humanEscalation: request.human_escalation && request.human_escalation === 'true',
    callIdPrefix: request.search,
    ...(request.follow_up === 'not_done' ? { followUpNot: 'done' } : { followUp: request.follow_up }),
    followUpOwner: request.follow_up_owner,
  };
  return Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined));
}
