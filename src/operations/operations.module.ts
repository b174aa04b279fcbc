import { Module } from '@nestjs/common';
import { DeadLetters } from '../core/work/dead-letters.service.js';
import { AddressHashes } from '../features/email-routing/pepper/address-hashes.service.js';
import { BouncedAddresses } from '../features/email-routing/bounces/bounced-addresses.service.js';
import { EmailRoutingModule } from '../features/email-routing/email-routing.module.js';
import { OperatorKeys } from '../features/partner/api-keys/operator-keys.service.js';
import { PartnerBootstrap } from '../features/partner/bootstrap/bootstrap.service.js';
import { OperatorEndings } from '../features/people/endings/operator-endings.service.js';
import { OperatorFactorResets } from '../features/people/factor-resets/operator-factor-resets.service.js';
import { RoleEndings } from '../features/people/endings/role-endings.service.js';
import { PartnerModule } from '../features/partner/partner.module.js';
import { PersonRoles } from '../features/partner/people/person-roles.service.js';
import { SecondFactorsModule } from '../features/second-factors/second-factors.module.js';
import { EndLinksOfReset, EndLinksOfRole } from '../features/single-sign-on/listeners/link-ends.listeners.js';
import { OperatorEnforcement } from '../features/single-sign-on/enforcement/operator-enforcement.service.js';
import { DataRoute } from '../features/partner/tenants/data-route.service.js';
import { TenantStatus } from '../features/partner/tenants/tenant-status.service.js';

/** Operations without a route. */
@Module({
  imports: [PartnerModule, EmailRoutingModule, SecondFactorsModule],
  providers: [
    PartnerBootstrap,
    OperatorKeys,
    PersonRoles,
    RoleEndings,
    OperatorEndings,
    OperatorFactorResets,
    OperatorEnforcement,
    EndLinksOfRole,
    EndLinksOfReset,
    TenantStatus,
    DataRoute,
    DeadLetters,
    BouncedAddresses,
    AddressHashes,
  ],
})
export class OperationsModule {}
