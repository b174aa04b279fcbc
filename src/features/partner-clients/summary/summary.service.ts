import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, reasonOf } from '../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { profileSealContext, profileTenant } from '../rules/profile-seal.js';
import { HealthService } from './health.service.js';
import {
  seesBusiness,
  summaryOf,
  type ClientProfile,
  type OpenedProfile,
  type ProjectRow,
} from './summary.policy.js';
import { CLIENT_PROFILE, CLIENT_PROJECTS } from './summary.queries.js';
import type { PartnerClientSummaryResponse } from './summary.response.js';

/** A summary is read at a glance, not page by page: the list of projects has the rest. */
const MAX_PROJECTS = 100;

/** The bounded summary of one client (partner-clients section 4). */
@Injectable()
export class SummaryService {
  private readonly logger = new Logger(SummaryService.name);

  constructor(
    private readonly metadata: MetadataStore,
    private readonly visibility: ProjectVisibility,
    private readonly health: HealthService,
    private readonly sealed: SealedValues,
  ) {}

  /**
   * @throws 503 if the client cannot be read; other unreadable parts are unavailable in the
   *   response
   */
  async summarize(auth: AuthContext): Promise<PartnerClientSummaryResponse> {
    const visible = await this.visibility.visibleProjects(auth);
    const projects = visible === 'all' ? null : visible;
    const [profile, listed, health] = await Promise.all([
      this.profileOf(auth),
      this.projectsOf(auth, projects),
      this.health.stateOf(auth, projects),
    ]);
    const opened = seesBusiness(auth.scope) ? await this.openedOf(auth, profile) : null;
    return summaryOf(auth.clientId, profile, health, listed, opened);
  }

  private async profileOf(auth: AuthContext): Promise<ClientProfile> {
    const [profile] = await this.metadata.read(auth, (db) => db.query<ClientProfile>(CLIENT_PROFILE));
    if (!profile) throw notFound();
    return profile;
  }

  private async projectsOf(
    auth: AuthContext,
    projects: readonly string[] | null,
  ): Promise<readonly ProjectRow[] | null> {
    try {
      return await this.metadata.read(auth, (db) =>
        db.query<ProjectRow>(CLIENT_PROJECTS, [projects, MAX_PROJECTS]),
      );
    } catch (error) {
      this.logger.warn({ msg: 'projects of a client cannot be listed', reason: reasonOf(error) });
      return null;
    }
  }

  private async openedOf({ clientId }: AuthContext, profile: ClientProfile): Promise<OpenedProfile> {
    const [contactName, engagementNotes] = await Promise.all([
      this.show(clientId, 'contact_name_encrypted', profile.contact_name_encrypted),
      this.show(clientId, 'engagement_notes_encrypted', profile.engagement_notes_encrypted),
    ]);
    return { contactName, engagementNotes };
  }

  /** A sealed text of the profile; null if there is none or it cannot be opened (privacy 3.7). */
  private async show(clientId: string, column: string, sealed: Buffer | null): Promise<string | null> {
    if (sealed === null) return null;
    try {
      return await this.sealed.open(profileTenant(clientId), profileSealContext(clientId, column), sealed);
    } catch (error) {
      this.logger.warn({ msg: 'a sealed value cannot be shown', column, reason: reasonOf(error) });
      return null;
    }
  }
}
