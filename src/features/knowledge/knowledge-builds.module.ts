import { Module } from '@nestjs/common';
import { EmailRoutingModule } from '../email-routing/email-routing.module.js';
import { BuildsExport } from './account-export/builds.export.js';
import { AdvanceBuilds } from './builds/advance-builds.work.js';
import { KnowledgeBuildsController } from './builds/builds.controller.js';
import { KnowledgeBuilds } from './builds/builds.service.js';
import { BuildOnSourceChanged, RequestBuilds } from './builds/changed-sources.work.js';
import { ContentIndexer } from './builds/content-indexer.service.js';
import { KeptBuilds } from './builds/kept-builds.service.js';
import { KnowledgeGapsController } from './gaps/gaps.controller.js';
import { KnowledgeGapList } from './gaps/gaps.service.js';
import { KnowledgeTextsModule } from './knowledge-texts.module.js';
import { ForgetCallsInGaps } from './listeners/erased-calls.listener.js';
import { KnowledgeGaps } from './lookup/knowledge-gaps.service.js';
import { KnowledgeSearch } from './lookup/knowledge-search.service.js';
import { BuildNotice } from './notices/build-notice.js';
import { PageNotice } from './notices/page-notice.js';
import { TellKnowledgeHandler } from './notices/tell-knowledge.work.js';
import { KnowledgePreviewController } from './preview/preview.controller.js';
import { KnowledgePreview } from './preview/preview.service.js';
import { RuntimeQueryController } from './runtime-query/runtime-query.controller.js';
import { RuntimeQuery } from './runtime-query/runtime-query.service.js';

/** Builds of a project's knowledge, and the answers from them. */
@Module({
  imports: [EmailRoutingModule, KnowledgeTextsModule],
  controllers: [
    KnowledgeBuildsController,
    KnowledgePreviewController,
    KnowledgeGapsController,
    RuntimeQueryController,
  ],
  providers: [
    BuildsExport,
    KnowledgeBuilds,
    ContentIndexer,
    KeptBuilds,
    AdvanceBuilds,
    BuildOnSourceChanged,
    RequestBuilds,
    BuildNotice,
    PageNotice,
    TellKnowledgeHandler,
    KnowledgeSearch,
    KnowledgePreview,
    KnowledgeGaps,
    KnowledgeGapList,
    ForgetCallsInGaps,
    RuntimeQuery,
  ],
})
export class KnowledgeBuildsModule {}
