import {
  consentFields,
  costFields,
  costPartFields,
  isNegative,
  isoAt,
  responseTimeFields,
  sentimentFields,
  textFields,
  transferFields,
} from './call-details.ts';
import type { ScheduledCall } from './call-schedule.ts';
import { storyOf } from './call-story.ts';
import type { CallStory } from './call-story.ts';
import { callerOf } from './callers.ts';
import type { DemoCaller } from './callers.ts';
import { converse } from '../assistants/conversations.ts';
import type { Conversation } from '../assistants/conversations.ts';
import { Random } from '../random.ts';
import type { Weighted } from '../random.ts';

/** A call in the format of ingest. */
export type DemoCallRecord = Readonly<Record<string, unknown>>;

/** A call in progress has revision 1; once it has ended, it is sent again. */
const LIVE_REVISION = 1;
const FINAL_REVISION = 2;

const PROVIDERS = [
  ['lark-voice', 6],
  ['tern-realtime', 3],
  ['heron-core', 1],
] as const;

const CHANNELS = {
  telephone: [
    ['phone', 96],
    ['sip', 4],
  ],
  mixed: [
    ['phone', 86],
    ['sip', 7],
    ['web', 7],
  ],
  web: [['web', 1]],
} as const satisfies Record<string, readonly Weighted<string>[]>;

/** The facts of a call at its start. */
interface Start {
  readonly random: Random;
  readonly direction: 'inbound' | 'outbound';
  readonly caller: DemoCaller;
}

/** A start with the further course of the call. */
interface Plot extends Start {
  readonly version: number | null;
  readonly channel: string;
  readonly story: CallStory;
  /** Instants in milliseconds. */
  readonly answeredAt: number;
  readonly endedAt: number;
}

/**
 * A scheduled call at an instant (milliseconds): finished, or still in progress. The finished
 * record depends only on the call's id and start, and the version that served it.
 */
export function recordOf(call: ScheduledCall, nowMs: number, version: number | null = null): DemoCallRecord {
  const plot = plotOf(call, version);
  return plot.endedAt > nowMs ? liveRecord(call, plot, nowMs) : finalRecord(call, plot);
}

/** A call that stays in progress: queued, ringing or talking by its age. */
export const liveRecordOf = (
  call: ScheduledCall,
  nowMs: number,
  version: number | null = null,
): DemoCallRecord => liveRecord(call, plotOf(call, version), nowMs);

/** The caller's number in E.164; null if withheld. */
export const callerNumberOf = (call: ScheduledCall): string | null => startOf(call).caller.number;

/** Too short for anything to be said. */
const SHORTEST_TALK_SECONDS = 20;

/** Seconds for which a call waits in the queue, and the second until which it rings. */
const QUEUED_SECONDS = 4;
const RINGING_SECONDS = 15;

function startOf({ callId, project, profile }: ScheduledCall): Start {
  const random = new Random(`${project.projectId}/${callId}`);
  const direction = random.chance(profile.outboundShare) ? 'outbound' : 'inbound';
  return { random, direction, caller: callerOf(random, project.projectId, profile) };
}

function plotOf(call: ScheduledCall, version: number | null): Plot {
  const { profile, startedAt } = call;
  const start = startOf(call);
  const { random, direction } = start;
  const isImproved = version !== null && profile.improvedSince !== null && version >= profile.improvedSince;
  const story = storyOf(random, profile, direction === 'outbound', isImproved);
  const answeredAt = startedAt + story.ringSeconds * 1000;
  const channel = random.weighted<string>(CHANNELS[profile.channels]);
  return {
    ...start,
    version,
    channel,
    story,
    answeredAt,
    endedAt: answeredAt + Math.round(story.durationSeconds * 1000),
  };
}

function liveRecord(call: ScheduledCall, plot: Plot, nowMs: number): DemoCallRecord {
  const age = (nowMs - call.startedAt) / 1000;
  const isTalking = age >= RINGING_SECONDS && plot.story.durationSeconds > 0;
  return {
    ...beginning(call, plot),
    revision: LIVE_REVISION,
    call_status: age < QUEUED_SECONDS ? 'queued' : isTalking ? 'in_progress' : 'ringing',
    ...(isTalking ? { answered_at_utc: isoAt(Math.min(plot.answeredAt, nowMs)) } : {}),
    ...costFields(plot.random, call.profile, { ...plot.story, durationSeconds: 0 }, call.startedAt),
  };
}

function finalRecord(call: ScheduledCall, plot: Plot): DemoCallRecord {
  const { story, random } = plot;
  const cost = costFields(random, call.profile, story, call.startedAt);
  const ended = {
    ...beginning(call, plot),
    revision: FINAL_REVISION,
    call_status: story.callStatus,
    status_detail: story.statusDetail,
    ended_at_utc: isoAt(plot.endedAt),
    duration_seconds: story.durationSeconds,
    resolution_status: story.resolutionStatus,
    end_reason: story.endReason,
    ...cost,
    ...costPartFields(new Random(`${call.callId}/cost`), plot.channel, cost.cost_usd),
  };
  return story.durationSeconds === 0 ? ended : { ...ended, ...conversationFields(call, plot) };
}

function conversationFields({ callId, profile }: ScheduledCall, plot: Plot): DemoCallRecord {
  const { random, story, caller } = plot;
  const { ending, durationSeconds } = story;
  // A call this short contains no words, from which a mood could be derived.
  const isTalk = durationSeconds >= SHORTEST_TALK_SECONDS;
  const sentiments = sentimentFields(random, ending);
  const isUnhappy = isTalk && isNegative(sentiments);
  const talk = converse(random, profile.kind, caller, { ending, isUnhappy, durationSeconds });
  const consent = consentFields(random, plot.answeredAt);
  const isBooked = ending === 'resolved' && random.chance(profile.bookings);
  return {
    answered_at_utc: isoAt(plot.answeredAt),
    caller_name: random.chance(0.7) ? caller.name : null,
    human_escalation: story.humanEscalation,
    ...transferFields(random, profile, story, plot.endedAt),
    ...(isBooked || random.chance(0.1) ? { booking: { created: isBooked } } : {}),
    ...(isTalk ? sentiments : {}),
    ...answerFields(random, new Random(`${callId}/answers`), isTalk ? talk : null),
    ...(isTalk ? textFields(random, talk, caller.spokenNumber, isUnhappy) : {}),
    ...consent,
    recording_available: isRecordable(consent) && random.chance(0.85),
  };
}

/** How fast the agent answered; older runtimes do not measure it. */
function answerFields(random: Random, own: Random, talk: Conversation | null): DemoCallRecord {
  if (!random.chance(0.96)) return { ai_response_seconds: null };
  const seconds = Math.round(random.around(0.85, 1.7) * 1000) / 1000;
  const turns = talk?.lines.filter(({ role }) => role === 'agent').length ?? 0;
  return { ai_response_seconds: seconds, ...(turns > 0 && responseTimeFields(own, seconds, turns)) };
}

function isRecordable(consent: DemoCallRecord): boolean {
  const given = consent['consent'];
  return typeof given === 'object' && given !== null && 'status' in given && given.status === 'obtained';
}

function beginning({ callId, project, profile, startedAt }: ScheduledCall, plot: Plot): DemoCallRecord {
  const own = new Random(`${callId}/runtime`);
  return {
    call_id: callId,
    project_id: project.projectId,
    solution_id: profile.solutionId,
    direction: plot.direction,
    channel: plot.channel,
    started_at_utc: isoAt(startedAt),
    ...(plot.version !== null && { version_number: plot.version }),
    caller_number: plot.caller.number,
    agent_name: own.pick(profile.agents),
    provider_label: own.weighted<string>(PROVIDERS),
  };
}
