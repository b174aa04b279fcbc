import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { DataEnv } from '../../core/shared/auth-context.js';
import { ProjectColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/**
 * The sums of one hour and solution ('' without one): of all calls, with the direction '', and of each
 * version (0 without one) and direction. See rollup/measures.ts.
 */
@Entity('call_rollups')
export class CallRollupEntity extends ProjectColumns {
  @PrimaryColumn('timestamptz', { name: 'hour_utc', precision: 0 }) hourUtc!: Date;
  @PrimaryColumn('text', { name: 'solution_id' }) solutionId!: string;
  @PrimaryColumn('integer', { name: 'version_number', default: 0 }) versionNumber!: number;
  @PrimaryColumn('text', { default: '' }) direction!: string;
  @PrimaryColumn('boolean', { name: 'is_inferred', default: false }) isInferred!: boolean;
  @PrimaryColumn('boolean', { name: 'has_ended', default: true }) hasEnded!: boolean;
  @Column('integer', { name: 'total_calls' }) totalCalls!: number;
  @Column('integer', { name: 'queued_calls' }) queuedCalls!: number;
  @Column('integer', { name: 'ringing_calls' }) ringingCalls!: number;
  @Column('integer', { name: 'in_progress_calls' }) inProgressCalls!: number;
  @Column('integer', { name: 'completed_calls' }) completedCalls!: number;
  @Column('integer', { name: 'missed_calls' }) missedCalls!: number;
  @Column('integer', { name: 'failed_calls' }) failedCalls!: number;
  @Column('numeric', { name: 'total_duration_seconds', nullable: true }) totalDurationSeconds!: string | null;
  @Column('integer', { name: 'duration_known' }) durationKnown!: number;
  @Column('numeric', { name: 'total_cost_usd', nullable: true }) totalCostUsd!: string | null;
  @Column('integer', { name: 'cost_usd_known' }) costUsdKnown!: number;
  @Column('integer', { name: 'currency_count' }) currencyCount!: number;
  @Column('text', { name: 'currency_min', nullable: true }) currencyMin!: string | null;
  @Column('text', { name: 'currency_max', nullable: true }) currencyMax!: string | null;
  @Column('numeric', { name: 'total_cost_local', nullable: true }) totalCostLocal!: string | null;
  @Column('integer', { name: 'cost_local_known' }) costLocalKnown!: number;
  @Column('integer', { name: 'human_escalation_count' }) humanEscalationCount!: number;
  @Column('integer', { name: 'sentiment_positive' }) sentimentPositive!: number;
  @Column('integer', { name: 'sentiment_neutral' }) sentimentNeutral!: number;
  @Column('integer', { name: 'sentiment_negative' }) sentimentNegative!: number;
  @Column('integer', { name: 'sentiment_unclassified' }) sentimentUnclassified!: number;
  @Column('integer', { name: 'disconnect_caller_hangup' }) disconnectCallerHangup!: number;
  @Column('integer', { name: 'disconnect_agent_or_system_end' }) disconnectAgentOrSystemEnd!: number;
  @Column('integer', { name: 'disconnect_transferred' }) disconnectTransferred!: number;
  @Column('integer', { name: 'disconnect_missed' }) disconnectMissed!: number;
  @Column('integer', { name: 'disconnect_failed' }) disconnectFailed!: number;
  @Column('integer', { name: 'disconnect_unknown' }) disconnectUnknown!: number;
  @Column('integer', { name: 'outcome_resolved' }) outcomeResolved!: number;
  @Column('integer', { name: 'outcome_transferred' }) outcomeTransferred!: number;
  @Column('integer', { name: 'outcome_follow_up_required' }) outcomeFollowUpRequired!: number;
  @Column('integer', { name: 'outcome_abandoned' }) outcomeAbandoned!: number;
  @Column('integer', { name: 'outcome_caller_hangup' }) outcomeCallerHangup!: number;
  @Column('integer', { name: 'outcome_timeout' }) outcomeTimeout!: number;
  @Column('integer', { name: 'outcome_technical_failure' }) outcomeTechnicalFailure!: number;
  @Column('integer', { name: 'outcome_unclassified' }) outcomeUnclassified!: number;
  @Column('integer', { name: 'booking_count' }) bookingCount!: number;
  @Column('integer', { name: 'transfer_count' }) transferCount!: number;
  @Column('numeric', { name: 'total_ai_response_seconds', nullable: true }) totalAiResponseSeconds!:
    string | null;
  @Column('integer', { name: 'ai_response_known' }) aiResponseKnown!: number;
  @Column('numeric', { name: 'total_cost_speech_to_text', nullable: true }) totalCostSpeechToText!:
    string | null;
  @Column('numeric', { name: 'total_cost_model', nullable: true }) totalCostModel!: string | null;
  @Column('numeric', { name: 'total_cost_text_to_speech', nullable: true }) totalCostTextToSpeech!:
    string | null;
  @Column('numeric', { name: 'total_cost_telephony', nullable: true }) totalCostTelephony!: string | null;
  @Column('numeric', { name: 'total_cost_platform', nullable: true }) totalCostPlatform!: string | null;
  @Column('numeric', { name: 'total_cost_other', nullable: true }) totalCostOther!: string | null;
  @Column('integer', { name: 'cost_parts_known', default: 0 }) costPartsKnown!: number;
  @Column('bigint', { name: 'response_turns', nullable: true }) responseTurns!: string | null;
  /** The sum of medians, each times the turns of its call. */
  @Column('numeric', { name: 'weighted_response_p50_ms', nullable: true }) weightedResponseP50Ms!:
    string | null;
  @Column('integer', { name: 'worst_response_p95_ms', nullable: true }) worstResponseP95Ms!: number | null;
  @Column('integer', { name: 'response_times_known', default: 0 }) responseTimesKnown!: number;
  @Column('numeric', { name: 'duration_seconds_squares', nullable: true }) durationSecondsSquares!:
    string | null;
  @Column('numeric', { name: 'cost_usd_squares', nullable: true }) costUsdSquares!: string | null;
  @Column('numeric', { name: 'ai_response_seconds_squares', nullable: true }) aiResponseSecondsSquares!:
    string | null;
  @Column('bigint', { name: 'total_response_p50_ms', nullable: true }) totalResponseP50Ms!: string | null;
  @Column('numeric', { name: 'response_p50_ms_squares', nullable: true }) responseP50MsSquares!:
    string | null;
}

/**
 * Records that something in an hour has changed since it was summed. Several rows may name the same
 * hour.
 */
@Entity('call_rollup_dirty_hours')
export class CallRollupDirtyHourEntity {
  @PrimaryGeneratedColumn('identity', { name: 'row_id', type: 'bigint', generatedIdentity: 'ALWAYS' })
  rowId!: string;
  @Column('text', { name: 'client_id' }) clientId!: string;
  @Column('text', { name: 'data_env' }) dataEnv!: DataEnv;
  @Column('text', { name: 'project_id' }) projectId!: string;
  @Column({ type: 'timestamptz', name: 'hour_utc', precision: 0 }) hourUtc!: Date;
}
