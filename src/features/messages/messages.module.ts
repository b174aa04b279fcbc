import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { MessageIngestController } from './ingest/ingest.controller.js';
import { MessageIngestService } from './ingest/ingest.service.js';
import { MessageUsage } from './usage/message-usage.service.js';

/** Text messages: ingest and usage. */
@Module({
  imports: [ProjectsModule],
  controllers: [MessageIngestController],
  providers: [MessageIngestService, MessageUsage],
  exports: [MessageUsage],
})
export class MessagesModule {}
