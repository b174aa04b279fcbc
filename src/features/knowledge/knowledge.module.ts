import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { KnowledgeExport } from './account-export/knowledge.export.js';
import { ClearUploadHandler } from './contents/clear-upload.work.js';
import { SourceContentController } from './contents/content.controller.js';
import { PageFetch } from './lookup/page-fetch.service.js';
import { ParseProcess } from './contents/parse-process.js';
import { ReadSourceHandler } from './contents/read-source.work.js';
import { SourceReader } from './contents/source-reader.service.js';
import { KeptText } from './contents/kept-text.service.js';
import { SourceUploads } from './contents/source-uploads.service.js';
import { TextWriter } from './contents/text-writer.service.js';
import { KnowledgeBuildsModule } from './knowledge-builds.module.js';
import { KnowledgeTextsModule } from './knowledge-texts.module.js';
import { ShownSources } from './lookup/shown-sources.service.js';
import { RefreshController } from './refresh/refresh.controller.js';
import { RefreshSource } from './refresh/refresh.service.js';
import { CreateSource } from './sources/create-source.service.js';
import { KnowledgeSourcesController } from './sources/sources.controller.js';
import { KnowledgeSources } from './sources/sources.service.js';

/** Documents and pages from which a project's assistants answer. */
@Module({
  imports: [ProjectsModule, KnowledgeTextsModule, KnowledgeBuildsModule],
  controllers: [KnowledgeSourcesController, SourceContentController, RefreshController],
  providers: [
    KnowledgeExport,
    ShownSources,
    KnowledgeSources,
    CreateSource,
    RefreshSource,
    SourceUploads,
    KeptText,
    PageFetch,
    ParseProcess,
    SourceReader,
    TextWriter,
    ReadSourceHandler,
    ClearUploadHandler,
  ],
})
export class KnowledgeModule {}
