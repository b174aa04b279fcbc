import { AuditEventEntity } from './audit/audit-event.entity.js';
import { ApiKeyEntity } from './auth/api-key.entity.js';
import { ClientEntity } from './auth/client.entity.js';
import { SecretFingerprintEntity } from './auth/secret-fingerprint.entity.js';
import {
  PartnerClientOwnershipEntity,
  PartnerOrganisationEntity,
  PartnerOrganisationMemberEntity,
} from './auth/partner.entities.js';
import { PortalUserClientAssignmentEntity, PortalUserEntity } from './auth/portal-user.entity.js';
import { IdempotencyRecordEntity } from './idempotency/idempotency-record.entity.js';
import { REAP_RECORDS } from './idempotency/idempotency.job.js';
import { CATALOGUE } from './kernel/catalogue.js';
import { MAIL_SETTINGS } from './mail/mail.settings.js';
import { ProjectGovernanceEntity, TenantGovernanceEntity } from './privacy/governance.entities.js';
import { PiiPolicyEntity } from './privacy/pii-policy.entity.js';
import { PiiSettingsEntity } from './privacy/pii-settings.entity.js';
import { TenantDataKeyEntity } from './privacy/tenant-data-key.entity.js';
import { AuditOutboxEntity } from './outbox/audit-outbox.entity.js';
import { IdempotencyEffectEntity } from './outbox/idempotency-effect.entity.js';
import type { Part } from './registry/feature.js';
import { TenantIpAllowlistEntity, TenantRouteEntity } from './tenancy/tenant.entities.js';
import { ThrottleHitEntity } from './throttling/throttle-hit.entity.js';
import { WORK_ACTIONS } from './work/work.audit.js';
import { WorkDeadLetterEntity, WorkMarkEntity } from './work/work.entities.js';

/** What the folders of core bring. */
export const CORE_PARTS: readonly Part[] = [
  { folder: 'core/kernel', errors: [CATALOGUE] },
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
      ],
    },
    // The allowlist comes with the caller, in the one statement that knows a credential.
    uses: { tenant_ip_allowlist: 'reads' },
  },
  {
    folder: 'core/tenancy',
    entities: { metadata: [TenantRouteEntity, TenantIpAllowlistEntity] },
    // Whether a caller may see a project is asked at every request that names one, and of a tenant without a route whether
    // its client is still being set up.
    uses: {
      clients: 'reads',
      projects: 'reads',
      project_assignments: 'reads',
      tenant_governance: 'reads',
      project_governance: 'reads',
    },
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
  // The door writes the audit row, and completes the record of the key, in the transaction of the effect.
  { folder: 'core/metadata', uses: { audit_events: 'writes', idempotency_records: 'writes' } },
  { folder: 'core/mail', settings: { service: MAIL_SETTINGS } },
  { folder: 'core/audit', entities: { metadata: [AuditEventEntity] } },
  { folder: 'core/throttling', entities: { metadata: [ThrottleHitEntity] } },
  {
    folder: 'core/idempotency',
    entities: { metadata: [IdempotencyRecordEntity] },
    jobs: [REAP_RECORDS],
    // The rows that the tenant door leaves are looked up by who takes a key over, and removed when they are settled.
    uses: { idempotency_effects: 'writes' },
  },
  {
    folder: 'core/work',
    entities: { tenant: [WorkMarkEntity, WorkDeadLetterEntity] },
    actions: WORK_ACTIONS,
  },
  // The doors append marks, and the relay opens the doors: each in a folder of its own.
  { folder: 'core/marks', uses: { work_marks: 'writes' } },
  { folder: 'core/outbox', entities: { tenant: [AuditOutboxEntity, IdempotencyEffectEntity] } },
  { folder: 'core/relays', uses: { audit_outbox: 'writes', audit_events: 'writes' } },
];
