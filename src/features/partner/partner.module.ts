import { Module } from '@nestjs/common';
import { ApiKeyIssuer } from './api-keys/api-key-issuer.service.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { PartnerMeController } from './me/me.controller.js';
import { KeysExport } from './account-export/partner.export.js';

@Module({
  controllers: [PartnerMeController, ApiKeysController],
  providers: [KeysExport, ApiKeyIssuer, ApiKeysService],
  exports: [ApiKeyIssuer, ApiKeysService],
})
export class PartnerModule {}
