import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { SourceAccess } from './lookup/source-access.service.js';
import { SourceTexts } from './lookup/source-texts.service.js';

/** The sources of a project and their texts, for sources and for builds. */
@Module({
  imports: [ProjectsModule],
  providers: [SourceAccess, SourceTexts],
  exports: [SourceAccess, SourceTexts],
})
export class KnowledgeTextsModule {}
