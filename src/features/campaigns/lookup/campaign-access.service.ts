import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { BoundQuery, NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { notFound } from '../../../core/shared/platform-error.js';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { ProjectVisibility, sees } from '../../../core/tenancy/project-visibility.service.js';
import type { VisibleProjects } from '../../../core/tenancy/project-visibility.service.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import type { CampaignEntity } from '../campaigns.entities.js';
import { CAMPAIGN_BY_ID, LOCK_CAMPAIGN } from './campaign-access.queries.js';

/**
 * Finds campaigns for every route that names one (campaigns 1.2). A foreign campaign, an absent
 * one, one of a project that the caller cannot see, and a malformed id are the same 404.
 */
@Injectable()
export class CampaignAccess {
  constructor(
    private readonly projects: ProjectVisibility,
    private readonly stores: TenantStores,
  ) {}

  /**
   * Runs `work` in the read-only transaction in which the campaign was found. Used by routes that
   * read: it resolves the caller's visible projects before it takes a connection of the store.
   * @throws 404, 503 if a store does not answer
   */
  async read<T>(
    auth: AuthContext,
    campaignId: string,
    work: (db: StoreReader, campaign: CampaignEntity) => Promise<T>,
  ): Promise<T> {
    if (!isCampaignId(campaignId)) throw notFound();
    const visible = await this.projects.campaignProjects(auth);
    return this.stores.read(auth, async (db) => {
      const campaign = await rowOf(db, CAMPAIGN_BY_ID, campaignId);
      if (!sees(visible, campaign.projectId)) throw notFound();
      return work(db, campaign);
    });
  }

  /**
   * Like `read`, for one statement that finds the campaign together with everything that is shown
   * of it. Its rows name their project, and there are none without a campaign.
   * @throws 404, 503 if a store does not answer
   */
  async readShown<R extends OfProject>(
    auth: AuthContext,
    campaignId: string,
    query: BoundQuery,
  ): Promise<readonly [R, ...R[]]> {
    if (!isCampaignId(campaignId)) throw notFound();
    const visible = await this.projects.campaignProjects(auth);
    return shownRows(await this.stores.read<R>(auth, query), visible);
  }

  /**
   * Like `readShown`, with the rest of the shown data read by `work` in the same transaction.
   * @throws as `readShown`
   */
  async readShownWith<R extends OfProject, T>(
    auth: AuthContext,
    campaignId: string,
    query: BoundQuery,
    work: (row: R, db: StoreReader) => Promise<T>,
  ): Promise<T> {
    if (!isCampaignId(campaignId)) throw notFound();
    const visible = await this.projects.campaignProjects(auth);
    return this.stores.read(auth, async (db) => {
      const [row] = shownRows(await db.query<R>(query, query.values), visible);
      return work(row, db);
    });
  }

  /** The campaign, in a transaction that is already open. @throws 404 */
  find(reader: StoreReader, auth: AuthContext, campaignId: string): Promise<CampaignEntity> {
    return this.visible(reader, auth, CAMPAIGN_BY_ID, campaignId);
  }

  /**
   * Finds a campaign and locks it until the transaction ends. A change of a campaign or its
   * contacts takes this lock first, and then contacts by contact_id: so two changes never deadlock.
   * @throws 404
   */
  lock(tx: UnitOfWork, auth: AuthContext, campaignId: string): Promise<CampaignEntity> {
    return this.visible(tx, auth, LOCK_CAMPAIGN, campaignId);
  }

  /**
   * A change of a campaign: one transaction in which it is locked, and for which others wait
   * without a connection.
   * @throws 404, 503 if a store does not answer or too many others are waiting, and any error of
   *   the work
   */
  change<T>(
    auth: AuthContext,
    campaignId: string,
    work: (tx: UnitOfWork, campaign: CampaignEntity) => Promise<T>,
  ): Promise<T> {
    return this.stores.transaction(auth, async (tx) => work(tx, await this.lock(tx, auth, campaignId)), {
      serializeBy: `campaign ${campaignId}`,
    });
  }

  private async visible(
    db: StoreReader,
    auth: AuthContext,
    query: NamedQuery,
    campaignId: string,
  ): Promise<CampaignEntity> {
    if (!isCampaignId(campaignId)) throw notFound();
    // Before the row is read, so that the statements are the same for an existing and an absent
    // campaign.
    const visible = await this.projects.campaignProjects(auth);
    const campaign = await rowOf(db, query, campaignId);
    if (!sees(visible, campaign.projectId)) throw notFound();
    return campaign;
  }
}

interface OfProject {
  readonly projectId: string;
}

/** @throws 404 without rows, or for a project that the caller cannot see */
function shownRows<R extends OfProject>(
  [first, ...others]: readonly R[],
  visible: VisibleProjects,
): readonly [R, ...R[]] {
  if (!first || !sees(visible, first.projectId)) throw notFound();
  return [first, ...others];
}

const isCampaignId = (text: string): boolean => isGivenId(text);

async function rowOf(db: StoreReader, query: NamedQuery, campaignId: string): Promise<CampaignEntity> {
  const [campaign] = await db.query<CampaignEntity>(query, [campaignId]);
  if (!campaign) throw notFound();
  return campaign;
}
