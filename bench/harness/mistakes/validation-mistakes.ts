import type { NestExpressApplication } from '@nestjs/platform-express';
import { MoreThan } from 'typeorm';
import { CampaignContactEntity } from '#app/features/campaigns/contacts.entities.js';
import { decideContact } from '#app/features/campaigns/rules/eligibility/decide-contact.policy.js';
import { campaignFacts, contactFacts } from '#app/features/campaigns/rules/eligibility/facts-of.js';
import { CampaignValidation } from '#app/features/campaigns/validation/campaign-validation.service.js';

const PAGE_SIZE = 500;
/** All of them would not fit into memory. */
const KEPT = 20_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Deliberate mistakes that must make the validation rows fail. */
export const VALIDATION_MISTAKES: Readonly<Record<string, (app: NestExpressApplication) => void>> = {
  /** Reads each contact unchanged and decides about it. */
  'validate-row-by-row': (app) => {
    const service = app.get(CampaignValidation, { strict: false });
    const whole = service.validate.bind(service);
    service.validate = async (reader, auth, campaign, project) => {
      // In pages: while a read of all contacts is decoded, the store would seem dead.
      const contacts = reader.repo(CampaignContactEntity);
      const kept: CampaignContactEntity[] = [];
      const facts = campaignFacts(campaign);
      const now = new Date();
      let decided = 0;
      for (let last: string | null = FIRST; last !== null;) {
        const page = await contacts.find(
          { campaignId: campaign.campaignId, contactId: MoreThan(last) },
          { order: { contactId: 'ASC' }, take: PAGE_SIZE },
        );
        decided += page.map((row) => decideContact(contactFacts(row, false), facts, now)).length;
        if (kept.length < KEPT) kept.push(...page);
        last = page.at(-1)?.contactId ?? null;
      }
      const outcome = await whole(reader, auth, campaign, project);
      if (kept.length === 0 || decided < kept.length) throw new Error('There are no contacts.');
      return outcome;
    };
  },
};
