import { Injectable, Logger } from '@nestjs/common';
import { organisationOf, type AuthContext } from '../../../core/shared/auth-context.js';
import { reasonOf } from '../../../core/shared/platform-error.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import {
  ProjectVisibility,
  sees,
  type VisibleProjects,
} from '../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../core/time/clock.js';
import { kindsFor, kindsOfTenantStore, type AlertKind } from '../rules/alert-kinds.js';
import { causeOf, ownerSwitchedOff, type CauseRow, type WebhookRow } from '../rules/cause-rows.policy.js';
import { acknowledgedBy, openAlerts, type OpenAlert } from '../rules/open-alerts.policy.js';
import { acknowledgementsOf } from './acknowledgements.js';
import { LIVE_PROJECTS, METADATA_CAUSES, STORE_CAUSES, WEBHOOKS_OF_PROJECTS } from './causes.queries.js';

interface ProjectRow {
  readonly project_id: string;
  readonly display_name: string;
}

export interface AlertOverview {
  readonly alerts: readonly OpenAlert[];
  /** Kinds whose store does not answer; their alerts are missing. */
  readonly unavailable: readonly AlertKind[];
}

/** Rows of the metadata store, which determine what is read from the tenant's store. */
interface Known {
  readonly projects: readonly ProjectRow[];
  readonly webhooks: readonly WebhookRow[];
  readonly causes: readonly CauseRow[];
}

/**
 * Derives alerts from the contents of the stores (alerts section 2); only acknowledgements are
 * stored.
 */
@Injectable()
export class OpenAlerts {
  private readonly logger = new Logger(OpenAlerts.name);

  constructor(
    private readonly metadata: MetadataStore,
    private readonly stores: TenantStores,
    private readonly visibility: ProjectVisibility,
    private readonly clock: Clock,
  ) {}

  /**
   * Newest first.
   * @param projectId one that the caller can see; undefined: all of them, and the client's own
   *   alerts
   * @param kinds those that the caller's role sees; another process may name its own
   * @throws 503 if the metadata store does not answer
   */
  async find(
    auth: AuthContext,
    projectId?: string,
    kinds: readonly AlertKind[] = kindsFor(auth.scope),
  ): Promise<AlertOverview> {
    const now = this.clock.now();
    const [visible, ofCampaigns] = await Promise.all([
      this.visibility.visibleProjects(auth),
      this.visibility.campaignProjects(auth),
    ]);
    const known = await this.metadata.read(auth, (db) =>
      readKnown(db, visible, organisationOf(auth), kinds, now),
    );
    const stored = await this.askStore(auth, kinds, known, ofCampaigns, now);
    const names = new Map(known.projects.map((it) => [it.project_id, it.display_name]));
    const causes = [...known.causes, ...(stored ?? [])]
      .map((row) => causeOf(row, known.webhooks, names))
      .concat(kinds.includes('webhook_disabled') ? ownerSwitchedOff(known.webhooks) : [])
      .filter((cause) => projectId === undefined || cause.projectId === projectId);
    const alerts = openAlerts(auth, causes);
    const ids = alerts.map(({ alertId }) => alertId);
    const acknowledgements = await this.metadata.read(auth, (db) => acknowledgementsOf(db, ids));
    return {
      alerts: acknowledgedBy(alerts, acknowledgements),
      unavailable: stored === null ? kindsOfTenantStore(kinds) : [],
    };
  }

  /** Returns null if the store does not answer. */
  private async askStore(
    auth: AuthContext,
    kinds: readonly AlertKind[],
    { projects, webhooks }: Known,
    ofCampaigns: VisibleProjects,
    now: Date,
  ): Promise<readonly CauseRow[] | null> {
    const ids = projects.map(({ project_id }) => project_id);
    const enabled = webhooks.filter((it) => it.is_enabled);
    try {
      return await this.stores.read<{ [K in keyof CauseRow]: CauseRow[K] }>(auth, {
        ...STORE_CAUSES,
        values: [
          ids,
          kinds,
          now,
          ids.filter((id) => sees(ofCampaigns, id)),
          enabled.map((it) => it.webhook_id),
          enabled.map((it) => it.enablement),
        ],
      });
    } catch (error) {
      this.logger.warn({ msg: 'alerts of a tenant store are not known', reason: reasonOf(error) });
      return null;
    }
  }
}

async function readKnown(
  db: StoreReader,
  visible: VisibleProjects,
  party: string | null,
  kinds: readonly AlertKind[],
  now: Date,
): Promise<Known> {
  const projects = await db.query<ProjectRow>(LIVE_PROJECTS, [visible === 'all' ? null : visible]);
  const ids = projects.map(({ project_id }) => project_id);
  const webhooks = await db.query<WebhookRow>(WEBHOOKS_OF_PROJECTS, [ids]);
  const causes = await db.query<CauseRow>(METADATA_CAUSES, [ids, kinds, now, party]);
  return { projects, webhooks, causes };
}
