import { Module } from '@nestjs/common';
import { SessionEntryModule } from '../portal/session-entry.module.js';
import { SecondFactorsExport } from './account-export/second-factors.export.js';
import { FactorsController } from './factors/factors.controller.js';
import { FactorsService } from './factors/factors.service.js';
import { FactorSecrets } from './lookup/factor-secrets.js';
import { MfaPolicies } from './lookup/mfa-policies.service.js';
import { PasskeyOwners } from './lookup/passkey-owners.service.js';
import { Passkeys } from './lookup/passkeys.js';
import { MfaPolicyController } from './policy/mfa-policy.controller.js';
import { MfaPolicyService } from './policy/mfa-policy.service.js';
import { SecondFactorDecisions } from './policy/second-factor-decisions.js';
import { FactorResets } from './resets/factor-resets.service.js';
import { StepUpController } from './step-up/step-up.controller.js';
import { StepUpService } from './step-up/step-up.service.js';

/** Second factors of people, step-up, and the policies of clients about both. */
@Module({
  imports: [SessionEntryModule],
  controllers: [FactorsController, StepUpController, MfaPolicyController],
  providers: [
    SecondFactorsExport,
    FactorSecrets,
    MfaPolicies,
    Passkeys,
    PasskeyOwners,
    FactorsService,
    StepUpService,
    MfaPolicyService,
    SecondFactorDecisions,
    FactorResets,
  ],
  exports: [FactorResets, PasskeyOwners],
})
export class SecondFactorsModule {}
