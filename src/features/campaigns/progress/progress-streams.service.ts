import { setTimeout as delay } from 'node:timers/promises';
import { BeforeApplicationShutdown, ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { accountableId, type AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { KeyedLimiter } from '../../../core/shared/keyed-limiter.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import { countsIn, tallyOf, type Counted } from '../counts/campaign-counts.js';
import { endedId, isOver, type Progress } from './progress-events.policy.js';
import { ProgressRights } from './progress-rights.service.js';
import { ProgressStream } from './progress-stream.js';
import { CAMPAIGN_STATUSES_OF } from './progress.queries.js';

// How often a tenant's followed campaigns are read: one read of some dozen rows reports a change to
// any number of streams within half a second plus the time of the read. Contacts send no
// notification: all commits of a store would wait for one lock.
const LOOK_EVERY_MS = 500;

// A stream takes a socket and some ten kilobytes, and each tenant with streams costs two reads a
// second: a full process spends less than a tenth of its time on them.
const MOST_IN_PROCESS = 200;
// Every running campaign of a large partner, in one window each.
const MOST_OF_CALLER = 20;
// Four large clients can fill a process, but no single client can exclude the others.
const MOST_OF_CLIENT = 50;

const RETRY_AFTER_SECONDS = 10;

/** The streams of one tenant. */
interface Followed {
  readonly auth: AuthContext;
  readonly streams: Set<ProgressStream>;
}

export interface ProgressRequest {
  readonly campaignId: string;
  /** Id of the last event that the caller saw. */
  readonly lastEventId: string | undefined;
  readonly context: ExecutionContext;
  readonly response: Response;
}

/** Streams the progress of campaigns to callers (campaigns section 11). */
@Injectable()
export class ProgressStreams implements BeforeApplicationShutdown {
  private readonly followed = new Map<string, Followed>();
  private readonly ofCallers = new KeyedLimiter({ perKey: MOST_OF_CALLER });
  private readonly ofClients = new KeyedLimiter({ perKey: MOST_OF_CLIENT, total: MOST_IN_PROCESS });
  private isStopping = false;

  constructor(
    private readonly stores: TenantStores,
    private readonly access: CampaignAccess,
    private readonly rights: ProgressRights,
    private readonly clock: Clock,
  ) {}

  /** Clients reconnect to another process, with the id of the last event they saw. */
  beforeApplicationShutdown(): void {
    this.isStopping = true;
    for (const { streams } of this.followed.values()) for (const stream of streams) stream.end();
  }

  /**
   * Opens a stream. It holds no connection to a store.
   * @throws 404 for a campaign that the caller cannot see, 429 if too many streams are open, 503
   *   also if the process is full
   */
  async open(auth: AuthContext, request: ProgressRequest): Promise<void> {
    const { lastEventId, response, context } = request;
    const { campaign, progress } = await this.access.read(auth, request.campaignId, async (db, found) => ({
      campaign: found,
      progress: (await progressOf(db, [found.campaignId])).get(found.campaignId)!,
    }));
    const { campaignId, projectId } = campaign;
    if (response.closed) return;
    if (isOver(progress) && lastEventId === endedId(progress)) {
      // Clients that follow the standard reconnect whenever a stream ends, until they get this
      // status.
      response.status(204).end();
      return;
    }
    const leave = this.takePlace(auth);

    const stream = new ProgressStream(campaignId, response, lastEventId);
    const unfollow = this.follow(auth, stream);
    const release = this.rights.watch(stream, { auth, projectId, context });
    response.once('close', () => {
      unfollow();
      release();
      leave();
    });
    stream.begin();
    stream.send(progress, this.clock.now());
    // A request for only the headers would otherwise wait for the end.
    if (response.req.method === 'HEAD') stream.end();
  }

  /** @returns a function that releases the slot */
  private takePlace(auth: AuthContext): () => void {
    const leaveCaller = this.ofCallers.tryAcquire(accountableId(auth));
    if (leaveCaller === null) throw tooMany('You have', MOST_OF_CALLER, 'for a caller');
    const leaveClient = this.ofClients.tryAcquire(auth.clientId);
    if (leaveClient !== null && !this.isStopping) {
      return () => {
        leaveClient();
        leaveCaller();
      };
    }
    leaveCaller();
    if (leaveClient === null && this.ofClients.countOf(auth.clientId) >= MOST_OF_CLIENT)
      throw tooMany('The people and keys of this client have', MOST_OF_CLIENT, 'for a client');
    leaveClient?.();
    throw new PlatformError(CATALOGUE.dependencyUnavailable, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  /** @returns a function that ends it */
  private follow(auth: AuthContext, stream: ProgressStream): () => void {
    const tenant = JSON.stringify([auth.clientId, auth.dataEnv]);
    const known = this.followed.get(tenant);
    const followed = known ?? { auth, streams: new Set<ProgressStream>() };
    followed.streams.add(stream);
    if (!known) {
      this.followed.set(tenant, followed);
      void this.look(tenant, followed);
    }
    return () => followed.streams.delete(stream);
  }

  /** Polls until the tenant has no streams left. */
  private async look(tenant: string, { auth, streams }: Followed): Promise<void> {
    while (streams.size > 0) {
      await delay(LOOK_EVERY_MS);
      // Not those that open meanwhile: they have begun with a newer state.
      const asking = [...streams];
      const ids = [...new Set(asking.map(({ campaignId }) => campaignId))];
      // A store that does not answer is queried again; meanwhile its streams stay open and silent.
      const states = await this.stores.read(auth, (db) => progressOf(db, ids)).catch(() => null);
      const now = this.clock.now();
      for (const stream of asking.filter((it) => streams.has(it))) {
        const progress = states?.get(stream.campaignId);
        if (progress) stream.send(progress, now);
        stream.beat();
      }
    }
    this.followed.delete(tenant);
  }
}

type ProgressRow = Omit<Progress, 'counts'> & { readonly campaignId: string; readonly counted: Counted };

/** The progress of campaigns, at one instant. */
async function progressOf(db: StoreReader, ids: readonly string[]): Promise<ReadonlyMap<string, Progress>> {
  const rows = await db.query<ProgressRow>(CAMPAIGN_STATUSES_OF, [ids]);
  return new Map(
    rows.map(({ campaignId, status, statusReason, counted }) => [
      campaignId,
      { status, statusReason, counts: countsIn(tallyOf(counted, status)) },
    ]),
  );
}

const tooMany = (who: string, most: number, which: string): PlatformError =>
  new PlatformError(CATALOGUE.rateLimited, {
    message: `${who} ${most} streams open, which is the limit ${which}. Close one that is no longer needed.`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
