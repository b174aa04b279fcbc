import { In } from 'typeorm';
import type { DataSource, EntityManager, EntityTarget, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm';
import { ClientEntity } from '#app/core/auth/client.entity.js';
import { ProjectComplianceEntity } from '#app/features/configuration/release.entities.js';
import { TenantGovernanceEntity } from '#app/core/privacy/governance.entities.js';
import {
  PartnerClientOwnershipEntity,
  PartnerOrganisationEntity,
  PartnerOrganisationMemberEntity,
} from '#app/core/auth/partner.entities.js';
import { PiiPolicyEntity } from '#app/core/privacy/pii/pii-policy.entity.js';
import { PiiSettingsEntity } from '#app/core/privacy/pii/pii-settings.entity.js';
import {
  BillingAdjustmentEntity,
  BillingDiscountEntity,
  BillingPlanEntity,
  BillingPlanMeterEntity,
} from '#app/features/billing/agreement.entities.js';
import { BillingUsageAlertEntity } from '#app/features/billing/alerts.entities.js';
import { PortalUserClientAssignmentEntity, PortalUserEntity } from '#app/core/auth/portal-user.entity.js';
import { ProjectAssignmentEntity, ProjectEntity } from '#app/features/projects/projects.entities.js';
import { TenantRouteEntity } from '#app/core/tenancy/tenant.entities.js';
import { demoBillingRows } from '../billing.ts';
import { FIRST_RELEASE_DAYS_AGO } from '../configure.ts';
import type { DemoCast } from './cast.ts';
import type { DemoUser } from '../types.ts';

/** Writes the missing rows of the cast; existing rows stay as they are. */
export async function insertCast(dataSource: DataSource, cast: DemoCast, now: Date): Promise<void> {
  const { organisations, users } = cast;
  const createdAt = new Date(now.getTime() - (FIRST_RELEASE_DAYS_AGO + 1) * 86_400_000);
  await dataSource.transaction(async (db) => {
    const insert = insertMissing.bind(null, db);
    await insert(ClientEntity, [...cast.clients]);
    await insert(TenantRouteEntity, [...cast.tenants]);
    await insert(
      ProjectEntity,
      cast.projects.map((project) => ({ ...project, createdAt })),
    );
    await insert(
      PiiPolicyEntity,
      cast.piiPolicies.map((policy) => ofDemo({ ...policy, allowed: true })),
    );
    await insert(PiiSettingsEntity, cast.piiSettings.map(ofDemo));
    await insert(TenantGovernanceEntity, cast.governance.map(ofDemo));
    await insert(ProjectComplianceEntity, cast.compliance.map(ofDemo));
    await insert(
      PartnerOrganisationEntity,
      organisations.map(({ organisationId, name }) => ({ organisationId, name })),
    );
    await insert(
      PartnerClientOwnershipEntity,
      organisations.flatMap(({ organisationId, clientIds }) =>
        clientIds.map((clientId) => ({ organisationId, clientId })),
      ),
    );
    await insert(
      PortalUserEntity,
      users.map(({ userId, subject, displayName }) => ({ userId, subject, displayName })),
    );
    await insert(
      PartnerOrganisationMemberEntity,
      users.flatMap(({ userId, organisationId }) =>
        organisationId === null ? [] : [{ userId, organisationId }],
      ),
    );
    await insert(
      PortalUserClientAssignmentEntity,
      users.flatMap(({ userId, dataEnv, role, organisationId, assignments: clients }) =>
        clients.map(({ clientId, isDefault }) => ({
          userId,
          clientId,
          dataEnv,
          role,
          organisationId,
          isDefault,
        })),
      ),
    );
    await insertProjectAssignments(db, cast);
    const billing = demoBillingRows(cast.tenants, new Date());
    await insert(BillingPlanEntity, billing.plans);
    await insert(BillingPlanMeterEntity, billing.meters);
    await insert(BillingUsageAlertEntity, billing.alerts);
    await insert(BillingDiscountEntity, billing.discounts);
    await insert(BillingAdjustmentEntity, billing.adjustments);
  });
}

const ofDemo = <T extends object>(row: T) => ({ ...row, updatedBy: 'demo-data' });

/** The table has no unique key over member and project, so existing rows must be looked up. */
async function insertProjectAssignments(db: EntityManager, { users, projects }: DemoCast): Promise<void> {
  const wanted = users.flatMap((user) =>
    assignmentsOf(user, projects).map((assignment) => ({
      ...assignment,
      dataEnv: user.dataEnv,
      memberId: user.userId,
    })),
  );
  const present = await db.getRepository(ProjectAssignmentEntity).find({
    select: { memberId: true, projectId: true },
    where: { memberId: In(users.map(({ userId }) => userId)) },
  });
  const key = ({ memberId, projectId }: { memberId: string; projectId: string }) =>
    `${memberId} ${projectId}`;
  const known = new Set(present.map(key));
  await insertMissing(
    db,
    ProjectAssignmentEntity,
    wanted.filter((assignment) => !known.has(key(assignment))),
  );
}

/** Administrators of partners run the campaigns of all projects of their clients. */
const assignmentsOf = (
  { role, dataEnv, assignments, projectAssignments }: DemoUser,
  projects: DemoCast['projects'],
): readonly {
  readonly clientId: string;
  readonly projectId: string;
  readonly roleVisibility: 'read' | 'manage';
}[] =>
  role === 'partner_admin'
    ? projects
        .filter(
          (it) => it.dataEnv === dataEnv && assignments.some(({ clientId }) => clientId === it.clientId),
        )
        .map(({ clientId, projectId }) => ({ clientId, projectId, roleVisibility: 'manage' }))
    : projectAssignments;

async function insertMissing<E extends ObjectLiteral>(
  db: EntityManager,
  entity: EntityTarget<E>,
  rows: QueryDeepPartialEntity<E>[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.createQueryBuilder().insert().into(entity).values(rows).orIgnore().updateEntity(false).execute();
}
