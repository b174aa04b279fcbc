import { Module } from '@nestjs/common';
import { CallLookupModule } from '../calls/call-lookup.module.js';
import { DefinitionsController } from './definitions/definitions.controller.js';
import { ExplanationsController } from './explanations/explanations.controller.js';
import { ExplanationsService } from './explanations/explanations.service.js';

/** Defines figures and explains their values. */
@Module({
  imports: [CallLookupModule],
  controllers: [DefinitionsController, ExplanationsController],
  providers: [ExplanationsService],
})
export class FiguresModule {}
