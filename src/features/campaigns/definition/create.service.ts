import { randomUUIDv7 } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { unprocessable } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { ProjectVisibility, sees } from '../../../core/tenancy/project-visibility.service.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { readInstant } from '../../../core/time/iso-date-time.policy.js';
import { DialledNumbers } from '../../dialling/numbers/dialled-numbers.service.js';
import { PublishedRuntimes } from '../../runtime/lookup/published-runtimes.service.js';
import type { PublishedVersion } from '../../runtime/lookup/published-runtimes.service.js';
import { CampaignEntity } from '../campaigns.entities.js';
import { logAction } from './log-action.js';
import { CAMPAIGN_ACTIONS } from '../campaigns.audit.js';
import { projectFaults, runtimeGaps } from '../rules/eligibility/runtime-gap.policy.js';
import { scheduleFault } from '../rules/schedule.policy.js';
import type { CampaignStatus } from '../rules/statuses.js';
import type { CampaignDetail } from '../detail/campaign-detail.response.js';
import { CampaignDetails } from '../detail/campaign-details.service.js';
import type { CreateCampaignRequest } from './create.request.js';

const FIRST_STATUS: CampaignStatus = 'draft';

@Injectable()
export class CreateCampaignService {
  constructor(
    private readonly stores: TenantStores,
    private readonly projects: ProjectVisibility,
    private readonly runtimes: PublishedRuntimes,
    private readonly details: CampaignDetails,
    private readonly numbers: DialledNumbers,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a campaign with the first entry of its log and its audit row, or nothing.
   * @throws 422 for a schedule that ends before it starts, for a project that cannot call, and for
   *   a callback number that is not shown to people (dispatch 8.4)
   */
  async create(
    auth: AuthContext,
    request: CreateCampaignRequest,
    reservation: Reservation | null,
  ): Promise<CampaignDetail> {
    const schedule = scheduleOf(request);
    const version = await this.versionOf(auth, request.project_id);
    await this.numbers.require(auth, {
      'compliance.cli_return_number': request.compliance.cli_return_number,
    });
    await this.details.prepare(auth);
    const campaign = await this.campaignOf(auth, request, schedule, version);
    return this.stores.transaction(auth, async (tx) => {
      await store(tx, auth, campaign);
      return tx.complete(reservation, await this.details.detailOf(tx, auth, campaign));
    });
  }

  /**
   * The project's published version, which the campaign keeps.
   * @throws 422 naming everything that is missing
   */
  private async versionOf(auth: AuthContext, projectId: string): Promise<PublishedVersion> {
    // To a signed-in partner, an unassigned project appears absent (campaigns 1.1).
    const visible = await this.projects.campaignProjects(auth);
    const runtime = await this.runtimes
      .of(auth, projectId)
      .then((it) => (sees(visible, projectId) ? it : null));
    const gaps = runtimeGaps(runtime);
    if (gaps.length === 0) return runtime!.version!;
    throw unprocessable(...projectFaults(gaps));
  }

  private async campaignOf(
    auth: AuthContext,
    request: CreateCampaignRequest,
    schedule: Schedule,
    version: PublishedVersion,
  ): Promise<CampaignEntity> {
    const campaignId = randomUUIDv7();
    const now = this.clock.now();
    return {
      clientId: auth.clientId,
      dataEnv: auth.dataEnv,
      campaignId,
      projectId: request.project_id,
      name: request.name,
      description: request.description,
      campaignType: request.campaign_type,
      campaignCallType: request.campaign_call_type,
      priority: request.priority,
      timezone: request.timezone,
      ...schedule,
      status: FIRST_STATUS,
      statusReason: null,
      statusChangedAt: now,
      revision: 1,
      retryPolicy: { ...request.retry_policy },
      voicemailPolicy: { ...request.voicemail_policy },
      personalization: { ...request.personalization },
      allowRepeatedNumbers: request.allow_repeated_numbers,
      compliance: await this.details.sealCompliance(auth, campaignId, request.compliance),
      projectVersion: version.versionNumber,
      contentHash: version.contentHash,
      answeringMachineDetection: version.answeringMachineDetection,
      ...NOT_YET,
      createdAt: now,
      updatedAt: now,
      createdBy: auth.principal.id,
      updatedBy: auth.principal.id,
    };
  }
}

/** When calls may be made; null: open-ended. */
type Schedule = Pick<CampaignEntity, 'scheduleStartAt' | 'scheduleEndAt'>;

/** @throws 422 for a schedule that ends before it starts */
function scheduleOf({
  schedule_start_at_utc: start,
  schedule_end_at_utc: end,
}: CreateCampaignRequest): Schedule {
  const schedule = {
    scheduleStartAt: start === null ? null : readInstant(start),
    scheduleEndAt: end === null ? null : readInstant(end),
  };
  const fault = scheduleFault(schedule.scheduleStartAt, schedule.scheduleEndAt);
  if (fault !== null) throw unprocessable(fault);
  return schedule;
}

/** Fields that are null in every new campaign. */
const NOT_YET = {
  isClosing: false,
  decidingSince: null,
  lastRegistryWashRecordId: null,
  validationStatus: null,
  validatedAt: null,
  validationBlockerCount: null,
  validationWarningCount: null,
  startedAt: null,
  completedAt: null,
} as const satisfies Partial<CampaignEntity>;

async function store(tx: UnitOfWork, auth: AuthContext, campaign: CampaignEntity): Promise<void> {
  const { campaignId, projectId, projectVersion, createdAt } = campaign;
  await tx.repo(CampaignEntity).insert(campaign);
  await logAction(tx, auth, campaign, { action: 'create', at: createdAt });
  await tx.auditDone(CAMPAIGN_ACTIONS.created, {
    campaign_id: campaignId,
    project_id: projectId,
    project_version: projectVersion,
  });
}
