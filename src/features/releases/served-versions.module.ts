import { Module } from '@nestjs/common';
import { ServedVersions } from './staged/served-versions.service.js';
import { StagedHashes } from './staged/staged-hashes.service.js';

/** The versions that serve calls, for other features. It needs no sections. */
@Module({
  providers: [ServedVersions, StagedHashes],
  exports: [ServedVersions],
})
export class ServedVersionsModule {}
