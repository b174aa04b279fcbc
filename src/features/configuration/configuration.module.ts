import { DynamicModule, Module } from '@nestjs/common';
import { CatalogsModule } from '../catalogs/catalogs.module.js';
import { DiallingModule } from '../dialling/dialling.module.js';
import { EmailRoutingModule } from '../email-routing/email-routing.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { ChangesSince } from './lookup/changes-since.service.js';
import { ProjectConfigurations } from './lookup/project-configurations.service.js';
import type { SectionDefinition } from './rules/sections/section-definition.js';
import { SealedSections } from './lookup/sealed-sections.service.js';
import { EditHistory } from './lookup/edit-history.service.js';
import { SectionDiscards } from './lookup/section-discards.service.js';
import { SectionEdits } from './lookup/section-edits.service.js';
import { SectionRegistry, SECTIONS } from './lookup/section-registry.js';
import { WriteGuards } from './lookup/write-guards.service.js';
import { CloneService } from './files/clone.service.js';
import { ConfigurationFilesController } from './files/configuration-files.controller.js';
import { ConfigurationFilesService } from './files/configuration-files.service.js';
import { DraftController } from './draft/draft.controller.js';
import { DraftDiscards } from './draft/draft-discards.service.js';
import { DraftService } from './draft/draft.service.js';
import { FirstDraft } from './draft/first-draft.service.js';
import { InboundNumbers } from './lookup/inbound-numbers.service.js';
import { SecretsController } from './secrets/secrets.controller.js';
import { SecretsService } from './secrets/secrets.service.js';
import { sectionController } from './sections/section-routes.js';
import { SectionsService } from './sections/sections.service.js';
import { OverdueTests } from './lookup/overdue-tests.service.js';
import { ConversationGates } from './lookup/conversation-gate.service.js';
import { VersionsExport } from './account-export/versions.export.js';

/**
 * The configuration of a project: its sections, their draft, files and secrets. Global, because
 * releases, tests and the runtime read the same sections.
 */
@Module({})
export class ConfigurationModule {
  static with(sections: readonly SectionDefinition[]): DynamicModule {
    return {
      module: ConfigurationModule,
      global: true,
      imports: [CatalogsModule, DiallingModule, EmailRoutingModule, ProjectsModule],
      controllers: [
        DraftController,
        ConfigurationFilesController,
        SecretsController,
        ...sections.flatMap((section) => [
          ...(section.route === undefined ? [] : [sectionController(section, section.route)]),
          ...(section.controllers ?? []),
        ]),
      ],
      providers: [
        VersionsExport,
        { provide: SECTIONS, useValue: sections },
        SectionRegistry,
        SealedSections,
        ProjectConfigurations,
        EditHistory,
        SectionEdits,
        SectionDiscards,
        ChangesSince,
        WriteGuards,
        SectionsService,
        FirstDraft,
        DraftService,
        DraftDiscards,
        ConfigurationFilesService,
        CloneService,
        SecretsService,
        InboundNumbers,
        ConversationGates,
        OverdueTests,
        ...sections.flatMap((section) => [...(section.providers ?? [])]),
      ],
      exports: [
        SectionRegistry,
        SealedSections,
        ProjectConfigurations,
        EditHistory,
        SectionEdits,
        SectionDiscards,
        ChangesSince,
        WriteGuards,
        InboundNumbers,
        ConversationGates,
        OverdueTests,
      ],
    };
  }
}
