import type { NestExpressApplication } from '@nestjs/platform-express';
import { CampaignContactEntity } from '#app/features/outbound-campaigns/contacts.entities.js';
import { decideContact } from '#app/features/outbound-campaigns/rules/decide-contact.policy.js';
import { campaignFacts, contactFacts } from '#app/features/outbound-campaigns/rules/facts-of.js';
import { CampaignValidation } from '#app/features/outbound-campaigns/validation/campaign-validation.service.js';

/** Deliberate mistakes that the rows of validation must turn red on. */
export const VALIDATION_MISTAKES: Readonly<Record<string, (app: NestExpressApplication) => void>> = {
  /** Reads each contact as it is and decides about it. */
  'validate-row-by-row': (app) => {
    const service = app.get(CampaignValidation, { strict: false });
    const whole = service.validate.bind(service);
    service.validate = async (reader, auth, campaign, project) => {
      const rows = await reader.repo(CampaignContactEntity).find({ campaignId: campaign.campaignId });
      const facts = campaignFacts(campaign);
      const now = new Date();
      const decided = rows.map((row) => decideContact(contactFacts(row, false), facts, now));
      if (decided.length === 0) throw new Error('There are no contacts.');
      return whole(reader, auth, campaign, project);
    };
  },
};
