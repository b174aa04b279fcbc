import { DataSource } from 'typeorm';
import { REGISTRY } from './src/app.module.js';
import { loadMigrationSettings } from './src/config/settings.js';
import { metadataDataSourceOptions } from './src/core/database/metadata/data-source-options.js';

/** For TypeORM's own command line: the metadata store as the role that owns it (METADATA_OWNER_URL). */
export default new DataSource(
  metadataDataSourceOptions(
    loadMigrationSettings(REGISTRY.settings.owner).metadataOwnerUrl,
    REGISTRY.schema('metadata'),
  ),
);
