import { DynamicModule, Module } from '@nestjs/common';
import { SettingsModule } from './config/settings.module.js';
import type { Settings } from './config/settings.js';
import { CoreModule } from './core/core.module.js';
import { CallsModule } from './features/calls/calls.module.js';
import { HealthModule } from './features/health/health.module.js';
import { PartnerModule } from './features/partner/partner.module.js';

/** The service: what every request passes through, and the features. */
@Module({})
export class AppModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: AppModule,
      imports: [SettingsModule.with(settings), CoreModule, HealthModule, CallsModule, PartnerModule],
    };
  }
}
