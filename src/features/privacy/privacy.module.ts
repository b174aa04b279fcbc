import { Module } from '@nestjs/common';
import { PiiPolicyController } from './pii-policy/pii-policy.controller.js';
import { PiiPolicyService } from './pii-policy/pii-policy.service.js';

/** What a tenant decides about personal data. */
@Module({
  controllers: [PiiPolicyController],
  providers: [PiiPolicyService],
  exports: [PiiPolicyService],
})
export class TenantPrivacyModule {}
