import { defineFeature } from '../../core/registry/feature.js';
import { SearchMetadata1766000000380 } from './migrations/1766000000380-search-metadata.js';
import { SearchModule } from './search.module.js';

export const feature = defineFeature({
  folder: 'features/search',
  module: SearchModule,
  migrations: { metadata: [SearchMetadata1766000000380] },
  uses: {
    // One statement for each store reads all clients of a person; asking each feature would cost a
    // request for every client.
    clients: 'reads',
    projects: 'reads',
    project_assignments: 'reads',
    caller_requests: 'reads',
    campaigns_of_clients: 'reads',
  },
  tags: [
    {
      name: 'Search',
      description: 'Finds clients, projects, campaigns and requests, for all clients of a signed-in person.',
      order: 31,
    },
  ],
});
