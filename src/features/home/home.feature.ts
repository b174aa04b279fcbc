import { defineFeature } from '../../core/registry/feature.js';
import { HomeModule } from './home.module.js';
import { FasterHomeStore1766000000403 } from './migrations/1766000000403-faster-home-store.js';
import { HomeMetadata1766000000361 } from './migrations/1766000000361-home-metadata.js';
import { HomeStore1766000000360 } from './migrations/1766000000360-home-store.js';

export const feature = defineFeature({
  folder: 'features/home',
  module: HomeModule,
  // Views that show several clients at once, of campaigns and capacity.
  tables: {
    tenant: ['campaigns_of_clients', 'capacity_limits_of_clients', 'capacity_leases_of_clients'],
  },
  migrations: {
    metadata: [HomeMetadata1766000000361],
    tenant: [HomeStore1766000000360, FasterHomeStore1766000000403],
  },
  uses: {
    // All clients of a person are read with one statement per store: asking each feature in turn
    // would cost a request per client.
    clients: 'reads',
    projects: 'reads',
    project_assignments: 'reads',
    project_drafts: 'reads',
    project_test_calls: 'reads',
    conversation_test_runs: 'reads',
    project_inbound_numbers: 'reads',
    webhook_endpoints: 'reads',
    caller_requests: 'reads',
    portal_user_client_assignments: 'reads',
  },
  tags: [
    {
      name: 'Home',
      description: 'Figures of today and open work, over all clients of a signed-in person.',
      order: 30,
    },
  ],
});
