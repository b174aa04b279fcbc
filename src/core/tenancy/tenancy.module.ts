import { Global, Module } from '@nestjs/common';
import { ProjectVisibility } from './project-visibility.service.js';
import { StoreNotices } from './store-notices.service.js';
import { StoreRegistry } from './store-registry.js';
import { TenantResolver } from './tenant-resolver.js';
import { TenantRoutes } from './tenant-routes.service.js';
import { TenantStores } from './tenant-stores.js';

/** Which tenant a request is for, and the door to its calls. */
@Global()
@Module({
  providers: [TenantRoutes, StoreRegistry, TenantStores, TenantResolver, ProjectVisibility, StoreNotices],
  exports: [TenantRoutes, TenantStores, TenantResolver, ProjectVisibility, StoreRegistry, StoreNotices],
})
export class TenancyModule {}
