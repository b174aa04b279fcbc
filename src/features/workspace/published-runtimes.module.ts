import { Module } from '@nestjs/common';
import { PublishedRuntimes } from './runtime/published-runtimes.service.js';

/** What other features ask of published configurations; it needs no section, as the workspace itself does. */
@Module({ providers: [PublishedRuntimes], exports: [PublishedRuntimes] })
export class PublishedRuntimesModule {}
