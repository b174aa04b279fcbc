import { Module } from '@nestjs/common';
import { PublishedRuntimes } from './lookup/published-runtimes.service.js';

/**
 * Lets other features read published configurations. It needs no section, as the configuration
 * itself does.
 */
@Module({
  providers: [PublishedRuntimes],
  exports: [PublishedRuntimes],
})
export class PublishedRuntimesModule {}
