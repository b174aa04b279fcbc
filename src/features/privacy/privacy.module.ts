import { Module } from '@nestjs/common';
import { TenantGovernanceController } from './governance/governance.controller.js';
import { TenantGovernanceService } from './governance/governance.service.js';
import { PiiPolicyController } from './pii-policy/pii-policy.controller.js';
import { PiiPolicyService } from './pii-policy/pii-policy.service.js';
import { PrivacySettingsExport } from './account-export/privacy.export.js';

/** A tenant's settings for personal data, recordings and transcripts. */
@Module({
  controllers: [PiiPolicyController, TenantGovernanceController],
  providers: [PrivacySettingsExport, PiiPolicyService, TenantGovernanceService],
  exports: [PiiPolicyService],
})
export class TenantPrivacyModule {}
