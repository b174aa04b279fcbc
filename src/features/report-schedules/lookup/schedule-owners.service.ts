import { Injectable } from '@nestjs/common';
import { PortalIdentities } from '../../../core/auth/portal-identities.js';
import { organisationOf, type AuthContext, type Tenant } from '../../../core/shared/auth-context.js';
import { mayRead, type ReportName } from '../rules/report-words.js';

interface OwnedSchedule {
  readonly owner_id: string;
  readonly organisation_id: string | null;
  readonly report: ReportName;
}

/**
 * The rights with which the figures of a schedule are read: its owner's current rights
 * (report-schedules 3.1).
 */
@Injectable()
export class ScheduleOwners {
  constructor(private readonly identities: PortalIdentities) {}

  /** @returns null if the owner may no longer read the report */
  async of(tenant: Tenant, schedule: OwnedSchedule): Promise<AuthContext | null> {
    const owner = await this.identities.actingFor(schedule.owner_id, tenant);
    const holds = owner !== null && organisationOf(owner) === schedule.organisation_id;
    return holds && mayRead(owner.scope, schedule.report) ? owner : null;
  }
}
