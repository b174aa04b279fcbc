import { Module } from '@nestjs/common';
import { ApiKeyIssuer } from './api-keys/api-key-issuer.service.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { PartnerMeController } from './me/me.controller.js';

@Module({
  controllers: [PartnerMeController, ApiKeysController],
  providers: [ApiKeyIssuer, ApiKeysService],
  exports: [ApiKeyIssuer, ApiKeysService],
})
export class PartnerModule {}
