import { In } from 'typeorm';
import type { DataSource, EntityManager, EntityTarget, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm';
import { ClientEntity } from '#app/core/metadata/entities/client.entity.js';
import {
  ProjectComplianceEntity,
  TenantGovernanceEntity,
} from '#app/core/metadata/entities/governance.entities.js';
import {
  PartnerClientOwnershipEntity,
  PartnerOrganisationEntity,
  PartnerOrganisationMemberEntity,
} from '#app/core/metadata/entities/partner.entities.js';
import { PiiPolicyEntity } from '#app/core/metadata/entities/pii-policy.entity.js';
import { PiiSettingsEntity } from '#app/core/metadata/entities/pii-settings.entity.js';
import {
  PortalUserClientAssignmentEntity,
  PortalUserEntity,
} from '#app/core/metadata/entities/portal-user.entity.js';
import { ProjectAssignmentEntity, ProjectEntity } from '#app/core/metadata/entities/project.entities.js';
import { TenantRouteEntity } from '#app/core/metadata/entities/tenant.entities.js';
import type { DemoCast, DemoUser } from './types.ts';

/** Writes the rows of the cast that are not there yet; what is there, changed or not, is left as it is. */
export async function insertCast(dataSource: DataSource, cast: DemoCast): Promise<void> {
  await dataSource.transaction(async (db) => {
    await insertMissing(
      db,
      ClientEntity,
      cast.clients.map((client) => ({ ...client })),
    );
    await insertMissing(
      db,
      TenantRouteEntity,
      cast.tenants.map((tenant) => ({ ...tenant })),
    );
    await insertMissing(
      db,
      ProjectEntity,
      cast.projects.map((project) => ({ ...project })),
    );
    await insertMissing(
      db,
      PiiPolicyEntity,
      cast.piiPolicies.map((policy) => ({ ...policy, allowed: true, updatedBy: 'demo-data' })),
    );
    await insertMissing(db, PiiSettingsEntity, cast.piiSettings.map(ofDemo));
    await insertMissing(db, TenantGovernanceEntity, cast.governance.map(ofDemo));
    await insertMissing(db, ProjectComplianceEntity, cast.compliance.map(ofDemo));
    await insertPartners(db, cast);
    await insertPeople(db, cast.users);
  });
}

const ofDemo = <T extends object>(row: T) => ({ ...row, updatedBy: 'demo-data' });

async function insertPartners(db: EntityManager, { organisations }: DemoCast): Promise<void> {
  const rows = organisations.map(({ organisationId, name }) => ({ organisationId, name }));
  await insertMissing(db, PartnerOrganisationEntity, rows);
  const ownerships = organisations.flatMap(({ organisationId, clientIds }) =>
    clientIds.map((clientId) => ({ organisationId, clientId })),
  );
  await insertMissing(db, PartnerClientOwnershipEntity, ownerships);
}

async function insertPeople(db: EntityManager, users: readonly DemoUser[]): Promise<void> {
  const rows = users.map(({ userId, subject, displayName }) => ({ userId, subject, displayName }));
  await insertMissing(db, PortalUserEntity, rows);
  const members = users.flatMap(({ userId, organisationId }) =>
    organisationId === null ? [] : [{ userId, organisationId }],
  );
  await insertMissing(db, PartnerOrganisationMemberEntity, members);
  const assignments = users.flatMap(({ userId, dataEnv, role, assignments: clients }) =>
    clients.map(({ clientId, isDefault }) => ({ userId, clientId, dataEnv, role, isDefault })),
  );
  await insertMissing(db, PortalUserClientAssignmentEntity, assignments);
  await insertProjectAssignments(db, users);
}

/** The table has no key over member and project, so what is there has to be looked up. */
async function insertProjectAssignments(db: EntityManager, users: readonly DemoUser[]): Promise<void> {
  const wanted = users.flatMap(({ userId, dataEnv, projectAssignments }) =>
    projectAssignments.map((assignment) => ({ ...assignment, dataEnv, memberId: userId })),
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

async function insertMissing<E extends ObjectLiteral>(
  db: EntityManager,
  entity: EntityTarget<E>,
  rows: QueryDeepPartialEntity<E>[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.createQueryBuilder().insert().into(entity).values(rows).orIgnore().updateEntity(false).execute();
}
