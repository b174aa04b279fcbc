import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Cooperative } from '../../../core/shared/cooperative.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { Capacity } from '../../capacity/slots/capacity.service.js';
import { DialledNumbers, type NumberRules } from '../../dialling/numbers/dialled-numbers.service.js';
import { LEASE_ENDS } from '../../campaigns/lookup/enqueue-leases.js';
import { enqueueSchedulesOf } from '../../campaigns/lookup/enqueue-schedules.js';
import { hasWashLapsed } from '../../campaigns/rules/eligibility/lapse.policy.js';
import type { OpenedCaller } from '../../campaigns/rules/opened-caller.js';
import type { Candidate } from '../rules/candidate.js';
import { LEASE_SECONDS, leaseEnd } from '../rules/dispatch-leases.js';
import { ClaimEvidence } from './claim-evidence.service.js';
import { leaseOf, type ReadyToDial } from './ready-to-dial.js';
import { SealedContacts } from './sealed-contacts.service.js';
import { MARK_TAKEN } from '../lookup/single.queries.js';
import { SingleClaims } from './single-claims.service.js';
import { LEASE_CONTACTS, MARK_UNDIALLABLE, NEXT_DUE, RUNNING_CAMPAIGNS } from '../lookup/claim.queries.js';
import type { DispatchLease } from '../rules/take.response.js';
import { chooseContacts, enqueueSchedules, type RunningCampaign } from './choose-contacts.js';

// Calls end all the time, so a runtime that retries after this many seconds misses few freed slots.
const RETRY_AFTER_SECONDS = 5;

/** The result of one request. */
interface Claimed {
  readonly leases: readonly DispatchLease[];
  /** Whether something was due without a free slot. */
  readonly isFull: boolean;
}

const NOTHING_LEASED: Promise<Claimed> = Promise.resolve({ leases: [], isFull: false });

/**
 * Claims: a voice runtime requests due contacts, and gets a lease for each (dispatch sections 1 to
 * 3). In the contract a claim is called a take.
 */
@Injectable()
export class ClaimService {
  constructor(
    private readonly stores: TenantStores,
    private readonly capacity: Capacity,
    private readonly contacts: SealedContacts,
    private readonly singles: SingleClaims,
    private readonly evidence: ClaimEvidence,
    private readonly numbers: DialledNumbers,
    private readonly clock: Clock,
  ) {}

  /**
   * Leases at most `max` contacts of the key's tenant. From the commit, each is an attempt.
   * @param gone aborted if the runtime has disconnected, even while the claim waits: then none is
   *   leased
   * @throws 429 if something is due and no slot is free, 503
   */
  async claim(auth: AuthContext, max: number, gone: AbortSignal): Promise<readonly DispatchLease[]> {
    await this.evidence.prepare(auth);
    const judge = await this.numbers.judgeFor(auth);
    const { leases, isFull } = await this.stores.transaction(
      auth,
      (tx) => (gone.aborted ? NOTHING_LEASED : this.takeIn(tx, auth, judge, max)),
      // Sixty runtimes may be woken at once: those that wait hold no connection of their store.
      { serializeBy: 'capacity' },
    );
    if (leases.length === 0 && isFull) {
      throw new PlatformError(CATALOGUE.rateLimited, {
        message: 'All slots for calls are in use. Retry after the time in Retry-After.',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    return leases;
  }

  /** Milliseconds until a contact or a single call is due; null if none will be. */
  async untilNextDue(auth: AuthContext): Promise<number | null> {
    const now = this.clock.now();
    const [next] = await this.stores.read<{ dueAt: Date | null }>(auth, { ...NEXT_DUE, values: [now] });
    return next?.dueAt ? next.dueAt.getTime() - now.getTime() : null;
  }

  private async takeIn(tx: UnitOfWork, auth: AuthContext, judge: NumberRules, max: number): Promise<Claimed> {
    const now = this.clock.now();
    const waiting = await this.singles.projects(tx, now);
    const running = await this.runningCampaigns(tx, now);
    const found = await this.projectsWithSlots(tx, [
      ...waiting,
      ...running.map(({ projectId }) => projectId),
    ]);
    // No limit is known: the worker checks the campaigns, and pauses them if the client no longer
    // has one (campaigns 9.10).
    if (found === null)
      await enqueueSchedulesOf(
        tx,
        running.map(({ campaignId }) => campaignId),
      );
    const room = found ?? new Set<string>();
    const numbers = new Set<string>();
    // Before all campaigns: a person waits for each of these calls (dispatch 7.6).
    const projectIds = waiting.filter((it) => room.has(it));
    const ready = await this.singles.choose(tx, auth, { projectIds, max, now, numbers, judge });
    const withRoom = running.filter(({ projectId }) => room.has(projectId));
    // Without a free slot, one contact shows whether anything is due at all, and is counted as
    // refused.
    const [campaigns, wanted] = withRoom.length > 0 ? [withRoom, max - ready.length] : [running, 1];
    if (ready.length < max) {
      const chosen = await chooseContacts(tx, campaigns, wanted, now, numbers);
      ready.push(...(await this.open(tx, auth, judge, chosen, now)));
    }
    // Before slots are taken: after that, other claims of the tenant wait until this one has
    // finished.
    const evidence = await this.evidence.seal(auth, ready);
    const granted = await this.takeSlots(tx, ready);
    const leased = granted.length > 0 ? await this.lease(tx, granted, evidence, now) : [];
    const isFull = granted.length < ready.length || waiting.some((it) => !room.has(it));
    return { leases: leased.map((it) => leaseOf(it, now)), isFull };
  }

  /**
   * The running campaigns with a valid wash. The worker checks the others, and pauses them
   * (campaigns 9.14).
   */
  private async runningCampaigns(tx: UnitOfWork, now: Date): Promise<readonly RunningCampaign[]> {
    const campaigns = await tx.query<RunningCampaign>(RUNNING_CAMPAIGNS);
    const lapsed = campaigns.filter((it) => hasWashLapsed(it, now));
    if (lapsed.length === 0) return campaigns;
    await enqueueSchedulesOf(
      tx,
      lapsed.map(({ campaignId }) => campaignId),
    );
    return campaigns.filter((it) => !lapsed.includes(it));
  }

  /**
   * Projects with a free slot: contacts of a project without one must not delay others.
   * @returns null without a limit for the client, so that nothing may be dialled
   */
  private async projectsWithSlots(
    tx: UnitOfWork,
    projectIds: readonly string[],
  ): Promise<ReadonlySet<string> | null> {
    const room = new Set<string>();
    for (const projectId of new Set(projectIds)) {
      const limits = await this.capacity.limitsOf(tx, projectId);
      if (limits === null) return null;
      if (limits.available > 0) room.add(projectId);
    }
    return room;
  }

  /**
   * Opens sealed values before anything is leased: contacts whose values cannot be opened, or that
   * may no longer be dialled, are dropped.
   */
  private async open(
    tx: UnitOfWork,
    auth: AuthContext,
    judge: NumberRules,
    chosen: readonly Candidate[],
    now: Date,
  ): Promise<ReadyToDial[]> {
    const callers = new Map<string, OpenedCaller>();
    const ready: ReadyToDial[] = [];
    const broken: Candidate[] = [];
    const slices = new Cooperative();
    for (const candidate of chosen) {
      const pause = slices.yieldToEventLoop();
      if (pause) await pause;
      const { contact, campaign, decision } = candidate;
      const { campaignId, projectId, contentHash, voicemailPolicy } = campaign;
      const caller = callers.get(campaignId) ?? (await this.contacts.caller(auth, campaign));
      callers.set(campaignId, caller);
      const opened = await this.contacts.open(auth, contact);
      // An operator may have withdrawn its range since the import (dispatch 8.1).
      if (opened === null || judge(opened.toNumber) !== null) {
        broken.push(candidate);
        continue;
      }
      ready.push({
        dispatchId: randomUUID(),
        projectId,
        campaignId,
        contactId: contact.contactId,
        attemptNumber: contact.attemptCount + 1,
        phoneHash: contact.phoneHash,
        decision,
        opened,
        caller,
        versionNumber: campaign.projectVersion,
        contentHash,
        voicemailPolicy,
      });
    }
    if (broken.length > 0) {
      await tx.query(MARK_UNDIALLABLE, [
        broken.map(({ contact }) => contact.campaignId),
        broken.map(({ contact }) => contact.contactId),
        now,
      ]);
      await enqueueSchedules(tx, broken);
    }
    return ready;
  }

  private async takeSlots(tx: UnitOfWork, ready: readonly ReadyToDial[]): Promise<ReadyToDial[]> {
    const granted = new Set<string>();
    for (const [projectId, of] of Map.groupBy(ready, ({ projectId }) => projectId)) {
      const holders = of.map(idOf);
      const slots = await this.capacity.acquireEach(tx, {
        projectId,
        holders,
        leaseSeconds: LEASE_SECONDS.leased,
      });
      for (const holder of slots.granted) granted.add(holder);
    }
    return ready.filter(isIn(granted));
  }

  /**
   * @returns those that were leased, without those whose number another claim has leased in the
   *   meantime (dispatch 2.5)
   */
  private async lease(
    tx: UnitOfWork,
    granted: readonly ReadyToDial[],
    evidence: ReadonlyMap<string, string>,
    now: Date,
  ): Promise<readonly ReadyToDial[]> {
    const expiresAt = leaseEnd('leased', now);
    const rows = await tx.query<{ dispatchId: string }>(LEASE_CONTACTS, [
      granted.map(({ campaignId }) => campaignId),
      granted.map(({ contactId }) => contactId),
      granted.map(idOf),
      granted.map(({ attemptNumber }) => attemptNumber),
      granted.map(({ projectId }) => projectId),
      now,
      expiresAt,
      granted.map(({ phoneHash }) => phoneHash),
      granted.map(({ versionNumber }) => versionNumber),
    ]);
    const ids = new Set(rows.map(({ dispatchId }) => dispatchId));
    const taken = granted.filter(isIn(ids));
    const lost = granted.map(idOf).filter((id) => !ids.has(id));
    if (lost.length > 0) await this.capacity.release(tx, lost);
    if (taken.length === 0) return taken;
    const singles = taken.filter(({ campaignId }) => campaignId === null);
    if (singles.length > 0) await tx.query(MARK_TAKEN, [singles.map(idOf)]);
    await this.evidence.record(tx, taken, evidence, now);
    await tx.enqueue(LEASE_ENDS, {}, { notBefore: expiresAt });
    return taken;
  }
}

const idOf = ({ dispatchId }: ReadyToDial): string => dispatchId;
const isIn =
  (ids: ReadonlySet<string>) =>
  ({ dispatchId }: ReadyToDial): boolean =>
    ids.has(dispatchId);
