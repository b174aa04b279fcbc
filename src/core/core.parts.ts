import { AuditEventEntity } from './audit/audit-event.entity.js';
import { ApiKeyEntity } from './auth/api-keys/api-key.entity.js';
import { ClientEntity } from './auth/client.entity.js';
import { TokenSigningKeyEntity } from './auth/own-tokens/token-signing-key.entity.js';
import { SecretFingerprintEntity } from './auth/api-keys/secret-fingerprint.entity.js';
import {
  PartnerClientOwnershipEntity,
  PartnerOrganisationEntity,
  PartnerOrganisationMemberEntity,
} from './auth/partner.entities.js';
import { PortalUserClientAssignmentEntity, PortalUserEntity } from './auth/portal-user.entity.js';
import { FILES_SETTINGS } from './files/files.settings.js';
import { IdempotencyRecordEntity } from './idempotency/idempotency-record.entity.js';
import { REAP_RECORDS } from './idempotency/idempotency.job.js';
import { SEALED_ANSWERS } from './idempotency/idempotency.sealed.js';
import { CATALOGUE } from './shared/catalogue.js';
import { MAIL_SETTINGS } from './mail/mail.settings.js';
import { SCANNER_SETTINGS } from './scanner/scanner.settings.js';
import { ProjectGovernanceEntity, TenantGovernanceEntity } from './privacy/governance.entities.js';
import { PiiPolicyEntity } from './privacy/pii/pii-policy.entity.js';
import { PiiSettingsEntity } from './privacy/pii/pii-settings.entity.js';
import { TenantDataKeyEntity } from './privacy/keys/tenant-data-key.entity.js';
import { AuditOutboxEntity, IdempotencyEffectEntity } from './database/outbox/outbox.entities.js';
import { TenantFenceEntity } from './database/stores/tenant-fence.entity.js';
import type { Part } from './registry/feature.js';
import {
  TenantIpAllowlistEntity,
  TenantRequiredConnectionEntity,
  TenantRouteEntity,
} from './tenancy/tenant.entities.js';
import { ThrottleHitEntity } from './rate-limit/throttle-hit.entity.js';
import { WORK_ACTIONS } from './work/work.audit.js';
import { WorkDeadLetterEntity, WorkItemEntity } from './work/work.entities.js';

export const CORE_PARTS: readonly Part[] = [
  { folder: 'core/shared', errors: [CATALOGUE] },
  {
    folder: 'core/auth',
    entities: {
      metadata: [
        ClientEntity,
        PartnerOrganisationEntity,
        PortalUserEntity,
        PartnerOrganisationMemberEntity,
        PartnerClientOwnershipEntity,
        PortalUserClientAssignmentEntity,
        ApiKeyEntity,
        SecretFingerprintEntity,
        TokenSigningKeyEntity,
      ],
    },
    // Both are read with the caller, by the one statement that looks up credentials.
    uses: { tenant_ip_allowlist: 'reads', tenant_required_connections: 'reads' },
  },
  {
    folder: 'core/tenancy',
    entities: { metadata: [TenantRouteEntity, TenantIpAllowlistEntity, TenantRequiredConnectionEntity] },
    // Every request that names a project asks whether the caller may see it, and a search asks for
    // the time zones of the client and its projects.
    uses: {
      clients: 'reads',
      projects: 'reads',
      project_assignments: 'reads',
      tenant_governance: 'reads',
      project_governance: 'reads',
    },
  },
  // A tenant without a route may belong to a client that is still being set up.
  {
    folder: 'core/database/stores',
    entities: { tenant: [TenantFenceEntity] },
    uses: { tenant_routes: 'reads', clients: 'reads' },
  },
  {
    folder: 'core/privacy',
    entities: {
      metadata: [
        TenantDataKeyEntity,
        PiiPolicyEntity,
        PiiSettingsEntity,
        TenantGovernanceEntity,
        ProjectGovernanceEntity,
      ],
    },
  },
  // The audit row and the completed record are written in the transaction of the effect.
  { folder: 'core/database/metadata', uses: { audit_events: 'writes', idempotency_records: 'writes' } },
  { folder: 'core/files', settings: { service: FILES_SETTINGS } },
  { folder: 'core/mail', settings: { service: MAIL_SETTINGS } },
  { folder: 'core/scanner', settings: { service: SCANNER_SETTINGS } },
  { folder: 'core/audit', entities: { metadata: [AuditEventEntity] } },
  { folder: 'core/rate-limit', entities: { metadata: [ThrottleHitEntity] } },
  {
    folder: 'core/idempotency',
    entities: { metadata: [IdempotencyRecordEntity] },
    sealed: SEALED_ANSWERS,
    jobs: [REAP_RECORDS],
    // A request that takes over a key reads the rows that the tenant store's transactions wrote.
    uses: { idempotency_effects: 'writes' },
  },
  {
    folder: 'core/work',
    entities: { tenant: [WorkItemEntity, WorkDeadLetterEntity] },
    actions: WORK_ACTIONS,
  },
  // The doors append work items and the relay opens the doors, so each has its own folder.
  {
    folder: 'core/database/outbox',
    entities: { tenant: [AuditOutboxEntity, IdempotencyEffectEntity] },
    uses: { work_items: 'writes' },
  },
  { folder: 'core/relays', uses: { audit_outbox: 'writes', audit_events: 'writes' } },
];
