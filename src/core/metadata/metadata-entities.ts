import { ApiKeyEntity } from './entities/api-key.entity.js';
import { AuditEventEntity } from './entities/audit-event.entity.js';
import { ClientEntity } from './entities/client.entity.js';
import { ExportRunEntity } from './entities/export-run.entity.js';
import { ProjectComplianceEntity, TenantGovernanceEntity } from './entities/governance.entities.js';
import {
  PartnerClientOwnershipEntity,
  PartnerOrganisationEntity,
  PartnerOrganisationMemberEntity,
} from './entities/partner.entities.js';
import { IdempotencyRecordEntity } from './entities/idempotency-record.entity.js';
import { PiiPolicyEntity } from './entities/pii-policy.entity.js';
import { PiiSettingsEntity } from './entities/pii-settings.entity.js';
import { PortalUserClientAssignmentEntity, PortalUserEntity } from './entities/portal-user.entity.js';
import { ProjectDraftEntity, ProjectDraftSectionEntity } from './entities/project-draft.entities.js';
import {
  ProjectDeploymentEntity,
  ProjectGovernanceEntity,
  ProjectRuntimeReportEntity,
  ProjectSecretEntity,
  ProjectSectionEditEntity,
  ProjectTestCallEntity,
  ProjectVersionEntity,
} from './entities/project-release.entities.js';
import { ProjectAssignmentEntity, ProjectEntity } from './entities/project.entities.js';
import {
  TenantDataKeyEntity,
  TenantIpAllowlistEntity,
  TenantKeySettingsEntity,
  TenantRouteEntity,
} from './entities/tenant.entities.js';
import { ThrottleHitEntity } from './entities/throttle-hit.entity.js';

/** Every entity of the metadata store; migrations are checked against this list. */
export const METADATA_ENTITIES = [
  ClientEntity,
  PartnerOrganisationEntity,
  PortalUserEntity,
  PartnerOrganisationMemberEntity,
  PartnerClientOwnershipEntity,
  PortalUserClientAssignmentEntity,
  ProjectEntity,
  ProjectAssignmentEntity,
  ApiKeyEntity,
  TenantRouteEntity,
  TenantIpAllowlistEntity,
  TenantDataKeyEntity,
  TenantKeySettingsEntity,
  PiiPolicyEntity,
  PiiSettingsEntity,
  AuditEventEntity,
  ThrottleHitEntity,
  TenantGovernanceEntity,
  ProjectComplianceEntity,
  ExportRunEntity,
  IdempotencyRecordEntity,
  ProjectDraftEntity,
  ProjectDraftSectionEntity,
  ProjectVersionEntity,
  ProjectSectionEditEntity,
  ProjectSecretEntity,
  ProjectRuntimeReportEntity,
  ProjectDeploymentEntity,
  ProjectTestCallEntity,
  ProjectGovernanceEntity,
];
