import { DynamicModule, Module } from '@nestjs/common';
import { AppModule } from '../app.module.js';
import type { Settings } from '../config/settings.js';
import { OperatorKeys } from '../features/partner/api-keys/operator-keys.service.js';
import { PartnerBootstrap } from '../features/partner/bootstrap/bootstrap.service.js';
import { PartnerModule } from '../features/partner/partner.module.js';

/** The service as an operator's command sees it: the same features, and what no route offers. */
@Module({})
export class AdminModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: AdminModule,
      imports: [AppModule.with(settings), PartnerModule],
      providers: [PartnerBootstrap, OperatorKeys],
    };
  }
}
