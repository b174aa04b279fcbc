import { CoreMetadata1766000000000 } from './metadata/1766000000000-core.js';
import { PartnerAssignments1766000000230 } from './metadata/1766000000230-partner-assignments.js';
import { PeopleOfClients1766000000250 } from './metadata/1766000000250-people.js';
import { IpAllowlist1766000000252 } from './metadata/1766000000252-ip-allowlist.js';
import { TenantGovernance1766000000270 } from './metadata/1766000000270-tenant-governance.js';
import { CoreStore1766000000000 } from './tenant/1766000000000-core.js';

/** The migrations of core; those of a feature stand in the feature's folder. */
export const MIGRATIONS = {
  metadata: [
    CoreMetadata1766000000000,
    PartnerAssignments1766000000230,
    PeopleOfClients1766000000250,
    IpAllowlist1766000000252,
    TenantGovernance1766000000270,
  ],
  tenant: [CoreStore1766000000000],
};
