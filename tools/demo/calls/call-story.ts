import type { Ending } from '../assistants/conversations.ts';
import type { ProjectProfile } from '../project-profiles.ts';
import type { Random } from '../random.ts';
import type { Weighted } from '../random.ts';

/** How a call went, before anyone speaks. */
export interface CallStory {
  readonly callStatus: 'completed' | 'missed' | 'failed';
  readonly statusDetail: string | null;
  /** In the runtime's words: the seven outcomes, words of older runtimes, and unknown words. */
  readonly resolutionStatus: string | null;
  readonly ending: Ending;
  readonly endReason: string | null;
  /** Seconds until a person or a machine answers, or the runtime gives up. */
  readonly ringSeconds: number;
  /** Seconds of conversation; 0 for a call without an answer. */
  readonly durationSeconds: number;
  readonly transfer: TransferStory | null;
  readonly humanEscalation: boolean;
}

export type TransferStory =
  'completed' | 'second_attempt' | 'failed' | 'declined' | 'in_progress' | 'direct_call' | 'unnamed';

interface Resolution {
  readonly status: string | null;
  readonly ending: Ending;
  /** Median duration of the conversation in seconds. */
  readonly seconds: number;
  readonly transfers: readonly Weighted<TransferStory | null>[];
  readonly endReasons: readonly Weighted<string | null>[];
}

const AGENT_ENDS: Resolution['endReasons'] = [
  ['agent_hangup', 6],
  ['caller_hangup', 3],
  ['system_end', 1],
  [null, 1],
];
const CALLER_ENDS: Resolution['endReasons'] = [
  ['caller_hangup', 9],
  [null, 1],
];
const NO_TRANSFER: Resolution['transfers'] = [[null, 1]];

const resolution = (
  status: string | null,
  ending: Ending,
  seconds: number,
  transfers: Resolution['transfers'] = NO_TRANSFER,
  endReasons: Resolution['endReasons'] = AGENT_ENDS,
): Resolution => ({ status, ending, seconds, transfers, endReasons });

/** Weights of calls that are resolved, transferred, followed up and abandoned. */
interface Odds {
  readonly resolved: number;
  readonly transferred: number;
  readonly followUp: number;
  readonly abandoned: number;
}
const ORDINARY: Odds = { resolved: 55, transferred: 11, followUp: 13, abandoned: 5 };
const IMPROVED: Odds = { resolved: 84, transferred: 4, followUp: 5, abandoned: 2 };

const resolutions = (odds: Odds): readonly Weighted<Resolution>[] => [
  [
    resolution('resolved', 'resolved', 165, [
      [null, 97],
      ['direct_call', 2],
      ['in_progress', 1],
    ]),
    odds.resolved,
  ],
  [
    resolution('transferred', 'transferred', 140, [
      ['completed', 8],
      ['second_attempt', 2],
      ['unnamed', 1],
    ]),
    odds.transferred,
  ],
  [
    resolution('follow_up_required', 'follow_up', 150, [
      [null, 8],
      ['failed', 1],
      ['declined', 1],
    ]),
    odds.followUp,
  ],
  [resolution('abandoned', 'broken_off', 38, NO_TRANSFER, CALLER_ENDS), odds.abandoned],
  [resolution('caller_hangup', 'broken_off', 60, NO_TRANSFER, CALLER_ENDS), 5],
  [resolution('timeout', 'silence', 95, NO_TRANSFER, [['system_end', 1]]), 2.5],
  [
    resolution('technical_failure', 'fault', 50, NO_TRANSFER, [
      ['system_end', 2],
      ['network_lost', 1],
    ]),
    1.5,
  ],
  [resolution('escalated', 'transferred', 150, [['completed', 1]]), 1.5],
  [
    resolution('escalated', 'follow_up', 130, [
      ['declined', 1],
      ['in_progress', 1],
      [null, 2],
    ]),
    1,
  ],
  [resolution('pending', 'resolved', 120), 1.5],
  [resolution(null, 'resolved', 110), 2.5],
  [resolution('handled_elsewhere', 'follow_up', 100), 0.5],
];
const RESOLUTIONS = { ordinary: resolutions(ORDINARY), improved: resolutions(IMPROVED) };

const MISSED_DETAILS: readonly Weighted<string>[] = [
  ['no_answer', 6],
  ['busy', 2],
  ['cancelled', 2],
];

/**
 * The longest time that a call rings or lasts, so that a call from an hour ago has certainly ended.
 */
const MAX_SECONDS = 1_500;

/** The course of a call. @param isImproved whether a better version served it */
export function storyOf(
  random: Random,
  profile: ProjectProfile,
  isOutbound: boolean,
  isImproved: boolean,
): CallStory {
  // Machines answer immediately; people who are called often do not answer at all.
  const missed = isOutbound ? 0.27 : 0.07;
  // A better version is better in all figures that decide, so that its verdict does not depend on luck.
  const failed = isImproved ? 0.01 : 0.03;
  const callStatus = random.weighted([
    ['completed', 1 - failed - missed],
    ['missed', missed],
    ['failed', failed],
  ] as const);
  const ringSeconds = isOutbound || callStatus === 'missed' ? random.between(6, 32) : random.between(1, 4);
  if (callStatus === 'missed')
    return unanswered('missed', random.weighted(MISSED_DETAILS), null, ringSeconds);
  if (callStatus === 'failed' && random.chance(0.6)) {
    const status = random.chance(0.5) ? 'technical_failure' : null;
    return unanswered('failed', random.pick(['carrier_error', 'media_lost', null]), status, ringSeconds);
  }
  const chosen =
    callStatus === 'failed'
      ? resolution('technical_failure', 'fault', 45)
      : random.weighted(RESOLUTIONS[isImproved ? 'improved' : 'ordinary']);
  const transfer = random.weighted(chosen.transfers);
  const passedOn = transfer === 'completed' || transfer === 'second_attempt' || transfer === 'unnamed';
  const seconds = random.around(chosen.seconds, profile.kind === 'legal' ? 2.6 : 2.1);
  return {
    callStatus,
    statusDetail: callStatus === 'failed' ? 'media_lost' : null,
    resolutionStatus: chosen.status,
    ending: chosen.ending,
    endReason: callStatus === 'failed' ? 'system_end' : random.weighted(chosen.endReasons),
    ringSeconds,
    // In tenths of a second, like the runtime's values.
    durationSeconds: Math.min(MAX_SECONDS, Math.round(seconds * 10) / 10),
    transfer,
    humanEscalation: passedOn ? random.chance(0.9) : random.chance(transfer === null ? 0.01 : 0.4),
  };
}

const unanswered = (
  callStatus: 'missed' | 'failed',
  statusDetail: string | null,
  resolutionStatus: string | null,
  ringSeconds: number,
): CallStory => ({
  callStatus,
  statusDetail,
  resolutionStatus,
  ending: 'fault',
  endReason: null,
  ringSeconds,
  durationSeconds: 0,
  transfer: null,
  humanEscalation: false,
});
