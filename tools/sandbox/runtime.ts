import { setTimeout as delay } from 'node:timers/promises';
import { RuntimeClient } from './http.ts';
import type { ApiAccess } from './http.ts';
import { outcomeOf, vanishes } from './outcomes.ts';
import type { DialledLease, Outcome } from './outcomes.ts';
import { Reports } from './reports.ts';
import type { SandboxSettings } from './settings.ts';
import { talkOf } from './talk.ts';
import { TestRunner } from './test-runner.ts';

/** A lease of a claim, with the fields that the sandbox needs. */
interface Lease extends DialledLease {
  readonly dispatch_id: string;
  readonly campaign_id: string | null;
  readonly contact_id: string | null;
  readonly project_id: string;
}

type RuntimeSettings = ApiAccess & Pick<SandboxSettings, 'callMs' | 'parallel'>;

/** The longest wait that the API allows; a stop ends it immediately. */
const WAIT_SECONDS = 20;
/** How long the sandbox waits when others use all slots. */
const FULL_MS = 1_000;
/** After a stop, running calls have this long to report their ends. */
const DRAIN_MS = 5_000;

/**
 * A voice runtime of one client and environment that does not dial a phone: the last digits of a
 * number decide the course of its call. It only uses HTTP.
 */
export class SandboxRuntime {
  private readonly settings: RuntimeSettings;
  private readonly client: RuntimeClient;
  private readonly calls = new Set<Promise<void>>();
  private failure: Error | null = null;

  constructor(settings: RuntimeSettings) {
    this.settings = settings;
    this.client = new RuntimeClient(settings);
  }

  /**
   * Claims contacts and calls them until the signal is aborted. Running calls then end immediately
   * and are reported.
   * @throws RefusedError if the API refuses a request, such as for a key of another scope
   */
  async run(stop: AbortSignal): Promise<void> {
    const drained = new AbortController();
    const reports = new Reports(this.client, drained.signal);
    const tests = this.keepAsFailure(new TestRunner(this.client).run(stop));
    while (!stop.aborted && this.failure === null) {
      const max = this.settings.parallel - this.calls.size;
      if (max > 0) await this.takeSome(max, reports, stop, drained.signal);
      else await Promise.race(this.calls);
    }
    const timer = setTimeout(() => drained.abort(), DRAIN_MS);
    await Promise.all([...this.calls, tests]);
    clearTimeout(timer);
    if (this.failure !== null) throw this.failure;
  }

  private async takeSome(
    max: number,
    reports: Reports,
    stop: AbortSignal,
    drained: AbortSignal,
  ): Promise<void> {
    // While calls are in progress, the next ones are requested as soon as one of them ends.
    const wait = this.calls.size > 0 ? 0 : WAIT_SECONDS;
    const asked = { max, wait_seconds: wait };
    const answer = await this.client.post('/internal/v1/dispatches/take', asked, stop, 'answer');
    const leases = (answer as { leases: Lease[] } | null)?.leases ?? [];
    for (const lease of leases.filter((it) => !vanishes(it))) {
      const call = this.keepAsFailure(this.dial(lease, reports, stop, drained));
      this.calls.add(call);
      void call.finally(() => this.calls.delete(call));
    }
    if (leases.length > 0) return;
    // Nothing is due, or all slots are in use, mostly by calls of this process.
    if (this.calls.size > 0) await Promise.race(this.calls);
    else if (answer === null) await delay(FULL_MS, undefined, { signal: stop }).catch(() => undefined);
  }

  private async keepAsFailure(work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) => {
      this.failure ??= error instanceof Error ? error : new Error(String(error));
    });
  }

  /** One call from dialling to its end. */
  private async dial(lease: Lease, reports: Reports, stop: AbortSignal, drained: AbortSignal): Promise<void> {
    const outcome = outcomeOf(lease);
    const callId = `sandbox-${lease.dispatch_id}`;
    const startedAt = new Date();
    let sequence = 0;
    const report = (fields: object) =>
      reports.report(lease.dispatch_id, { sequence: (sequence += 1), ...fields });
    await report({ state: 'dialing' });
    await this.passHalf(stop);
    const isAnswered = outcome.callStatus === 'completed';
    const answeredAt = isAnswered ? new Date() : null;
    if (isAnswered) {
      await report({ state: 'in_call', call_id: callId });
      await this.passHalf(stop);
    }
    const record = callOf(lease, outcome, { callId, startedAt, answeredAt, endedAt: new Date() });
    await this.client.post('/internal/v1/calls', [record], drained);
    await report({ state: 'ended', disposition: outcome.disposition, call_id: callId });
  }

  private async passHalf(stop: AbortSignal): Promise<void> {
    await delay(this.settings.callMs / 2, undefined, { signal: stop }).catch(() => undefined);
  }
}

interface Times {
  readonly callId: string;
  readonly startedAt: Date;
  readonly answeredAt: Date | null;
  readonly endedAt: Date;
}

/** The call in the format of ingest. */
function callOf(lease: Lease, outcome: Outcome, { callId, startedAt, answeredAt, endedAt }: Times): object {
  const seconds = answeredAt === null ? 0 : (endedAt.getTime() - answeredAt.getTime()) / 1000;
  return {
    call_id: callId,
    revision: 1,
    project_id: lease.project_id,
    campaign_id: lease.campaign_id,
    contact_id: lease.contact_id,
    direction: 'outbound',
    channel: 'phone',
    call_status: outcome.callStatus,
    status_detail: outcome.statusDetail,
    resolution_status: outcome.resolutionStatus,
    ...(answeredAt !== null && {
      sentiment: outcome.disposition === 'goal_completed' ? 'positive' : 'neutral',
      summary: `The sandbox called nobody. The call ended as ${outcome.disposition.replaceAll('_', ' ')}.`,
      ...talkOf(outcome.disposition, seconds),
    }),
    end_reason: outcome.endReason,
    started_at_utc: startedAt.toISOString(),
    answered_at_utc: answeredAt?.toISOString() ?? null,
    ended_at_utc: endedAt.toISOString(),
    duration_seconds: seconds,
    caller_number: lease.to_number,
    agent_name: 'Sandbox',
    provider_label: 'sandbox',
    // In the currency of the demo's campaigns: sums of a project state a currency only if all of
    // its calls have it.
    cost_usd: 0,
    cost_local: 0,
    currency: 'AUD',
  };
}
