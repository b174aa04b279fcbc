import type { NestExpressApplication } from '@nestjs/platform-express';
import { MoreThan } from 'typeorm';
import { CampaignContactEntity } from '#app/features/outbound-campaigns/contacts.entities.js';
import { decideContact } from '#app/features/outbound-campaigns/rules/decide-contact.policy.js';
import { campaignFacts, contactFacts } from '#app/features/outbound-campaigns/rules/facts-of.js';
import { CampaignValidation } from '#app/features/outbound-campaigns/validation/campaign-validation.service.js';

const PAGE_SIZE = 5000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Deliberate mistakes that the rows of validation must turn red on. */
export const VALIDATION_MISTAKES: Readonly<Record<string, (app: NestExpressApplication) => void>> = {
  /** Reads each contact as it is and decides about it. */
  'validate-row-by-row': (app) => {
    const service = app.get(CampaignValidation, { strict: false });
    const whole = service.validate.bind(service);
    service.validate = async (reader, auth, campaign, project) => {
      // In pages: the store would be taken for dead while one read of all of them is unpacked.
      const contacts = reader.repo(CampaignContactEntity);
      const rows: CampaignContactEntity[] = [];
      for (let last: string | null = FIRST; last !== null;) {
        const page = await contacts.find(
          { campaignId: campaign.campaignId, contactId: MoreThan(last) },
          { order: { contactId: 'ASC' }, take: PAGE_SIZE },
        );
        rows.push(...page);
        last = page.at(-1)?.contactId ?? null;
      }
      const facts = campaignFacts(campaign);
      const now = new Date();
      const decided = rows.map((row) => decideContact(contactFacts(row, false), facts, now));
      if (decided.length === 0) throw new Error('There are no contacts.');
      return whole(reader, auth, campaign, project);
    };
  },
};
