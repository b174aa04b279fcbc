import { defineFeature } from '../../core/registry/feature.js';
import { IP_ALLOWLIST_ACTIONS } from './ip-allowlist.audit.js';
import { IP_ALLOWLIST_ERRORS } from './ip-allowlist.errors.js';
import { IpAllowlistSaveEntity } from './ip-allowlist.entities.js';
import { AllowlistSaves1766000000522 } from './migrations/1766000000522-allowlist-saves.js';
import { IpAllowlistModule } from './ip-allowlist.module.js';

export const feature = defineFeature({
  folder: 'features/ip-allowlist',
  module: IpAllowlistModule,
  entities: { metadata: [IpAllowlistSaveEntity] },
  migrations: { metadata: [AllowlistSaves1766000000522] },
  // Its routes decide what core enforces.
  uses: { tenant_ip_allowlist: 'writes' },
  errors: [IP_ALLOWLIST_ERRORS],
  actions: IP_ALLOWLIST_ACTIONS,
  tags: [{ name: 'IP allowlist', description: 'The networks with access to a client.', order: 71 }],
});
