import { Global, Module } from '@nestjs/common';
import { ApiKeyGuard } from '../auth/api-keys/api-key.guard.js';
import { JwtGuard } from '../auth/tokens/jwt.guard.js';
import { IpAllowlistGuard } from './ip-allowlist.guard.js';
import { OtherTenants } from './other-tenants.service.js';
import { ProjectVisibility } from './project-visibility.service.js';
import { AccessRevalidation } from './access-revalidation.service.js';
import { StoreNotices } from '../database/stores/store-notices.service.js';
import { StoreRegistry } from '../database/stores/store-registry.js';
import { TenantResolver } from './tenant-resolver.js';
import { TenantRoutes } from '../database/stores/tenant-routes.service.js';
import { TenantScopeGuard } from './tenant-scope.guard.js';
import { TenantStores } from '../database/stores/tenant-stores.js';

/** Which tenant a request is for, and the door to its calls. */
@Global()
@Module({
  providers: [
    TenantRoutes,
    StoreRegistry,
    TenantStores,
    TenantResolver,
    ProjectVisibility,
    StoreNotices,
    AccessRevalidation,
    OtherTenants,
    ApiKeyGuard,
    JwtGuard,
    IpAllowlistGuard,
    TenantScopeGuard,
  ],
  exports: [
    TenantRoutes,
    TenantStores,
    TenantResolver,
    ProjectVisibility,
    StoreRegistry,
    StoreNotices,
    AccessRevalidation,
    OtherTenants,
  ],
})
export class TenancyModule {}
