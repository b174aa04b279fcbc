import { Module } from '@nestjs/common';
import { PublishedRuntimes } from './lookup/published-runtimes.service.js';

/** Published configurations for other features. It needs no sections. */
@Module({
  providers: [PublishedRuntimes],
  exports: [PublishedRuntimes],
})
export class PublishedRuntimesModule {}
