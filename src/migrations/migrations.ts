import { CoreMetadata1766000000000 } from './metadata/1766000000000-core.js';
import { RoleOrganisations1766000000300 } from './metadata/1766000000300-role-organisations.js';
import { AllowlistAuthor1766000000382 } from './metadata/1766000000382-allowlist-author.js';
import { RequestsOfKeys1766000000510 } from './metadata/1766000000510-requests-of-keys.js';
import { ApiKeyChanges1766000000520 } from './metadata/1766000000520-api-key-changes.js';
import { Peppers1766000000532 } from './metadata/1766000000532-peppers.js';
import { TokenSigningKeys1766000000560 } from './metadata/1766000000560-token-signing-keys.js';
import { UnlockableKinds1766000000620 } from './metadata/1766000000620-unlockable-kinds.js';
import { RequiredConnections1766000000650 } from './metadata/1766000000650-required-connections.js';
import { QuotesInMails1766000000770 } from './metadata/1766000000770-quotes-in-mails.js';
import { CoreStore1766000000000 } from './tenant/1766000000000-core.js';
import { CausesOfWork1766000000510 } from './tenant/1766000000510-causes-of-work.js';
import { TenantFences1766000000540 } from './tenant/1766000000540-tenant-fences.js';

/** The migrations of core; those of a feature are in its folder. */
export const MIGRATIONS = {
  metadata: [
    CoreMetadata1766000000000,
    RoleOrganisations1766000000300,
    AllowlistAuthor1766000000382,
    RequestsOfKeys1766000000510,
    ApiKeyChanges1766000000520,
    Peppers1766000000532,
    TokenSigningKeys1766000000560,
    UnlockableKinds1766000000620,
    RequiredConnections1766000000650,
    QuotesInMails1766000000770,
  ],
  tenant: [CoreStore1766000000000, CausesOfWork1766000000510, TenantFences1766000000540],
};
