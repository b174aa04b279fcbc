import type { Response } from 'supertest';
import type { Clock } from '../../../src/core/time/clock.js';
import type {
  ReportResponse,
  ReportsResponse,
} from '../../../src/features/dispatch/rules/report.response.js';
import type { DispatchLease } from '../../../src/features/dispatch/rules/take.response.js';
import { verdictOf } from '../../support/independent-calling-hours.js';
import type { SeededRandom } from '../../support/seeded-random.js';
import { COMPLIANCE, numbers, RuntimeFixture } from './dispatching.js';

const POOL = numbers(24);
// Where the people live, by their position in the pool: at least two hours apart.
const SUBDIVISIONS = ['AU-NSW', 'AU-WA', 'AU-QLD'] as const;
const ZONES = ['Australia/Sydney', 'Australia/Perth', 'Australia/Brisbane'] as const;

const DISPOSITIONS = [
  'answered',
  'no_answer',
  'busy',
  'no_answer',
  'system_failed',
  'carrier_failed',
  'voicemail_left',
  'silence',
  'direct_opt_out',
  'wrong_number',
  'invalid_number',
] as const;

// Service calls within the hours and holidays of telemarketing need no wash to be launched.
const CAMPAIGN = {
  campaign_call_type: 'service',
  retry_policy: {
    enabled: true,
    max_attempts: 2,
    backoff_base_seconds: 600,
    backoff_strategy: 'linear',
  },
  compliance: COMPLIANCE,
};

/** The facts that the runtime knows about a claimed contact. */
interface Held {
  readonly lease: DispatchLease;
  expiresAt: number;
  sequence: number;
  /** Reports in progress that end the call: they may or may not have arrived. */
  ending: number;
}

/** The runtime's report on one contact. */
interface Said {
  readonly one: Held;
  /** The runtime knows that the contact has ended. */
  readonly isLate: boolean;
  readonly body: {
    readonly sequence: number;
    readonly state: string;
    readonly disposition?: (typeof DISPOSITIONS)[number];
  };
}

interface ModelOptions {
  /** Whether people are called only in the hours for telemarketing; other hours do not count. */
  readonly keepsHours?: boolean;
  /**
   * Whether the service is killed occasionally: an unanswered request may or may not have taken
   * effect.
   */
  readonly mayDie?: boolean;
}

/** One tenant with its runtime, and the states that must never occur. */
export class DispatchModel {
  readonly wrong: string[] = [];
  private campaigns: string[] = [];
  private readonly held = new Map<string, Held>();
  private readonly ended: Held[] = [];
  private readonly suppressed = new Set<string>();
  private readonly keepsHours: boolean;
  private readonly mayDie: boolean;
  dials = 0;

  constructor(
    private readonly runtime: RuntimeFixture,
    private readonly random: SeededRandom,
    private readonly clock: Clock,
    { keepsHours = true, mayDie = false }: ModelOptions = {},
  ) {
    this.keepsHours = keepsHours;
    this.mayDie = mayDie;
  }

  get tenant(): RuntimeFixture['desk']['tenant'] {
    return this.runtime.desk.tenant;
  }

  private async aCampaign(): Promise<string> {
    for (;;) {
      const { compliance } = CAMPAIGN;
      const hours = { prevent_after_hours: this.keepsHours, check_public_holiday: this.keepsHours };
      const fields = { ...CAMPAIGN, compliance: { ...compliance, ...hours } };
      const response = await this.heard(this.runtime.desk.create(fields));
      if (response?.status === 201) return (response.body as { campaign_id: string }).campaign_id;
      if (response !== null && response.status !== 503)
        throw new Error(`${response.status} ${response.text}`);
    }
  }

  /** Creates this many campaigns, each with some of the same people, and launches them. */
  async begin(count: number): Promise<void> {
    this.campaigns = [];
    while (this.campaigns.length < count) {
      const id = await this.aCampaign();
      this.campaigns.push(id);
      await this.import(id);
      await this.control(id, 'run');
    }
  }

  /** Makes several things happen at the same moment. */
  async step(atOnce: number): Promise<void> {
    const known = new Set(this.suppressed);
    await Promise.all(Array.from({ length: atOnce }, () => this.somethingHappens(known)));
  }

  /** Moves time past the end of all leases. */
  letLeasesEnd(): void {
    for (const one of this.held.values()) one.expiresAt = this.clock.now().getTime();
  }

  /** Remaining leases get no report: the campaigns are cancelled. */
  async end(): Promise<void> {
    this.held.clear();
    await Promise.all(this.campaigns.map((id) => this.control(id, 'cancel')));
  }

  private somethingHappens(suppressed: ReadonlySet<string>): Promise<unknown> {
    const { random } = this;
    const dice = random.below(100);
    if (dice < 30) return this.take(suppressed);
    if (dice < 70) return this.report();
    if (dice < 84) return this.control(random.of(this.campaigns), random.of(['run', 'pause', 'resume']));
    if (dice < 86) return this.control(random.of(this.campaigns), 'cancel');
    if (dice < 92) return this.import(random.of(this.campaigns));
    if (dice < 96) return this.optOut(random.of(POOL));
    // The runtime dies, and another one starts without any knowledge.
    if (dice < 98) this.held.clear();
    return Promise.resolve();
  }

  private async take(suppressed: ReadonlySet<string>): Promise<void> {
    const response = await this.heard(this.runtime.take({ max: 1 + this.random.below(8) }));
    if (!this.isOneOf(response, 'take', [200, 429]) || response.status !== 200) return;
    for (const lease of (response.body as { leases: DispatchLease[] }).leases) this.judge(lease, suppressed);
  }

  /** @param suppressed before the claim was requested */
  private judge(lease: DispatchLease, suppressed: ReadonlySet<string>): void {
    const now = this.clock.now().getTime();
    this.dials += 1;
    const place = POOL.indexOf(lease.to_number) % ZONES.length;
    if (suppressed.has(lease.to_number)) this.wrong.push(`dialled a suppressed number: ${lease.dispatch_id}`);
    const verdict = verdictOf('telemarketing', ZONES[place]!, SUBDIVISIONS[place]!, now);
    if (this.keepsHours && verdict !== 'permitted')
      this.wrong.push(`dialled out of hours at ${this.clock.now().toISOString()}`);
    const earlier = [...this.held.values()].find((it) => it.lease.contact_id === lease.contact_id);
    if (earlier !== undefined && earlier.expiresAt > now)
      this.wrong.push(`dialled twice: ${lease.contact_id}`);
    const atOnce = [...this.held.values()].find(
      (it) => it.lease.to_number === lease.to_number && it.expiresAt > now && it.ending === 0,
    );
    if (atOnce !== undefined) this.wrong.push(`dialled while called: ${lease.dispatch_id}`);
    const expiresAt = Date.parse(lease.lease_expires_at_utc);
    this.held.set(lease.dispatch_id, { lease, expiresAt, sequence: 0, ending: 0 });
  }

  /** Reports one contact, or several at once. */
  private async report(): Promise<void> {
    const several = this.random.once(3) ? 2 + this.random.below(6) : 1;
    const said = Array.from({ length: several }, () => this.saying()).filter((it) => it !== null);
    if (said.length === 0) return;
    for (const { one, body } of said) if (body.state === 'ended') one.ending += 1;
    if (several === 1) {
      const [{ one, body }] = said as [Said];
      const response = await this.heard(this.runtime.report(one.lease.dispatch_id, body));
      const isTaken = this.isOneOf(response, 'report', [200]);
      this.learn(said[0]!, isTaken ? (response.body as ReportResponse) : null);
      return;
    }
    const sent = said.map(({ one, body }) => ({ dispatch_id: one.lease.dispatch_id, ...body }));
    const response = await this.heard(this.runtime.reportAll(sent));
    const isTaken = this.isOneOf(response, 'reports', [200]);
    const { results } = isTaken ? (response.body as ReportsResponse) : { results: null };
    for (const [index, it] of said.entries()) {
      const outcome = results?.[index];
      if (outcome?.error) this.wrong.push(`reports: ${JSON.stringify(outcome.error)}`);
      this.learn(it, outcome?.report ?? null);
    }
  }

  /** Early, late, repeated, out of order, or in contradiction to an earlier report. */
  private saying(): Said | null {
    const { random } = this;
    const isLate = this.ended.length > 0 && random.once(6);
    const one = isLate ? random.of(this.ended) : random.of([...this.held.values()]);
    if (one === undefined) return null;
    one.sequence += random.of([0, 1, 1, 1, 3, -1]);
    const sequence = Math.max(1, one.sequence);
    if (!isLate && !random.once(2))
      return { one, isLate, body: { sequence, state: random.of(['dialing', 'in_call']) } };
    return { one, isLate, body: { sequence, state: 'ended', disposition: random.of(DISPOSITIONS) } };
  }

  /** @param answer null if the report may or may not have been received */
  private learn({ one, isLate, body }: Said, answer: ReportResponse | null): void {
    const { dispatch_id: id, to_number: number } = one.lease;
    const { disposition } = body;
    if (body.state === 'ended') one.ending -= 1;
    if (answer === null) {
      // It may have ended; then its contact may be claimed again.
      if (disposition !== undefined) this.held.delete(id);
      return;
    }
    if (disposition === 'direct_opt_out' || disposition === 'wrong_number') this.suppressed.add(number);
    const until = answer.lease_expires_at_utc;
    if (until !== null) {
      one.expiresAt = Math.max(one.expiresAt, Date.parse(until));
      return;
    }
    if (this.held.delete(id) && !isLate) this.ended.push(one);
  }

  private async control(campaignId: string, action: string): Promise<void> {
    const response = await this.heard(this.runtime.desk.send('post', `/${campaignId}/${action}`));
    this.isOneOf(response, action, [200, 422]);
  }

  private async import(campaignId: string): Promise<void> {
    const contacts = Array.from({ length: 2 + this.random.below(3) }, () => {
      const place = this.random.below(POOL.length);
      return {
        to_number: POOL[place],
        external_contact_id: `person-${place}`,
        recipient_country: 'AU',
        recipient_subdivision: SUBDIVISIONS[place % SUBDIVISIONS.length],
      };
    });
    const body = { source_id: 'model', batch_id: 'model', contacts };
    const response = await this.heard(
      this.runtime.desk.send('post', `/${campaignId}/contacts/import-json`, { body }),
    );
    this.isOneOf(response, 'import', [200, 422]);
  }

  private async optOut(number: string): Promise<void> {
    const { projectId } = this.runtime.desk;
    const body = { to_number: number, reason: 'manual', source: 'portal', project_id: projectId };
    const response = await this.heard(this.runtime.desk.send('post', '/suppressions', { body }));
    if (this.isOneOf(response, 'opt-out', [200])) this.suppressed.add(number);
  }

  /** Null if the service died before it answered. */
  private async heard(request: PromiseLike<Response>): Promise<Response | null> {
    try {
      return await request;
    } catch (error) {
      if (this.mayDie) return null;
      throw error;
    }
  }

  /** A busy machine may answer 503 at any time: the request may then have taken effect or not. */
  private isOneOf(
    response: Response | null,
    what: string,
    statuses: readonly number[],
  ): response is Response {
    if (response === null) return false;
    const isOne = statuses.includes(response.status);
    if (!isOne && response.status !== 503) this.wrong.push(`${what}: ${response.status} ${response.text}`);
    return isOne;
  }
}

// Indexed, because the series reads thousands of contacts repeatedly.
const OF_CONTACT = `d.client_id = c.client_id AND d.data_env = c.data_env AND d.campaign_id = c.campaign_id
            AND d.contact_id = c.contact_id`;

/** Each row that a statement returns is a contradiction; the first column names it. */
export const CONTRADICTIONS: readonly string[] = [
  `SELECT 'counts differ from a recount', campaign_id, counter, key, sum(value) FROM (
     SELECT campaign_id, counter, key, value FROM campaign_counts
     UNION ALL
     SELECT campaign_id, counter, key, -1 FROM campaign_contacts c
      CROSS JOIN LATERAL (VALUES ('status', c.status), ('callable', CASE WHEN c.is_callable THEN 'true' END),
        ('reason', c.not_callable_reason), ('disposition', c.last_disposition), ('registry', coalesce(c.registry_status, 'none')),
        ('listed', concat_ws('/', c.status, coalesce(c.not_callable_reason, '-'), coalesce(c.last_disposition, '-')))) it (counter, key)
      WHERE it.key IS NOT NULL) both_ways
    GROUP BY 2, 3, 4 HAVING sum(value) <> 0`,
  `SELECT 'attempts are not dispatches', c.contact_id, c.attempt_count FROM campaign_contacts c
    WHERE c.attempt_count <> (SELECT count(*) FROM dispatches d WHERE ${OF_CONTACT})`,
  `SELECT 'an attempt was counted twice', contact_id, attempt_number FROM dispatches WHERE contact_id IS NOT NULL
    GROUP BY 2, 3 HAVING count(*) > 1`,
  `SELECT 'two calls at once', contact_id FROM dispatches
    WHERE status <> 'ended' AND contact_id IS NOT NULL GROUP BY 2 HAVING count(*) > 1`,
  `SELECT 'two calls to a number at once', count(*) FROM (
     SELECT d.client_id, d.data_env, coalesce(c.phone_hash, s.phone_hash) AS phone_hash
       FROM dispatches d
       LEFT JOIN campaign_contacts c ON ${OF_CONTACT}
       LEFT JOIN single_dispatches s ON s.client_id = d.client_id AND s.data_env = d.data_env AND s.dispatch_id = d.dispatch_id
      WHERE d.status <> 'ended') open
    GROUP BY client_id, data_env, phone_hash HAVING count(*) > 1`,
  `SELECT 'more attempts than permitted', contact_id FROM campaign_contacts WHERE attempt_count > 3`,
  `SELECT 'a contact in flight is none', c.contact_id, c.status FROM campaign_contacts c
    WHERE (c.status IN ('dialing', 'in_call')) <> EXISTS (
          SELECT FROM dispatches d WHERE ${OF_CONTACT} AND d.status <> 'ended')`,
  `SELECT 'a dispatch without evidence', dispatch_id FROM dispatches d
    WHERE NOT EXISTS (SELECT FROM outbound_evidence e
           WHERE e.client_id = d.client_id AND e.data_env = d.data_env AND e.dispatch_id = d.dispatch_id)`,
  `SELECT 'a slot is stuck', holder FROM capacity_leases l
    WHERE NOT EXISTS (SELECT FROM dispatches d WHERE d.dispatch_id::text = l.holder AND d.status <> 'ended')`,
  `SELECT 'a campaign is over and has open contacts', c.contact_id, g.status, c.status FROM campaigns g
     JOIN campaign_contacts c USING (client_id, data_env, campaign_id)
    WHERE g.status IN ('completed', 'cancelled') AND c.status IN ('pending', 'pending_dispatch', 'queued', 'retry_scheduled')`,
  `SELECT 'a suppressed number is callable', c.contact_id FROM campaign_contacts c
     JOIN campaigns g USING (client_id, data_env, campaign_id)
     JOIN suppressions s ON s.client_id = c.client_id AND s.data_env = c.data_env AND s.phone_hash = c.phone_hash
      AND (s.project_id IS NULL OR s.project_id = g.project_id)
    WHERE c.status IN ('pending', 'retry_scheduled') AND c.not_callable_reason IS DISTINCT FROM 'dnc'`,
];
