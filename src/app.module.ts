import { DynamicModule, Module } from '@nestjs/common';
import { SettingsModule } from './config/settings.module.js';
import type { Settings } from './config/settings.js';
import { CoreModule } from './core/core.module.js';
import { CallsModule } from './features/calls/calls.module.js';
import { HealthModule } from './features/health/health.module.js';
import { PartnerModule } from './features/partner/partner.module.js';
import { TenantPrivacyModule } from './features/privacy/privacy.module.js';
import { ProjectsModule } from './features/projects/projects.module.js';
import { OWN_SECTIONS } from './features/workspace/sections/section-files.js';
import { WorkspaceModule } from './features/workspace/workspace.module.js';

/** The service: what every request passes through, and the features. */
@Module({})
export class AppModule {
  /** @param sections of a project's configuration; those of their folder unless a test brings its own */
  static with(settings: Settings, sections = OWN_SECTIONS): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SettingsModule.with(settings),
        CoreModule,
        HealthModule,
        CallsModule,
        PartnerModule,
        TenantPrivacyModule,
        ProjectsModule,
        WorkspaceModule.with(sections),
      ],
    };
  }
}
