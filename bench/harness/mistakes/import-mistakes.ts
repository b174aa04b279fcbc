import type { NestExpressApplication } from '@nestjs/platform-express';
import { ContactSealer } from '#app/features/campaigns/import/contact-sealer.service.js';
import { ContactWriter } from '#app/features/campaigns/import/contact-writer.service.js';

type Mistake = (app: NestExpressApplication) => void;

/** Deliberate mistakes of imports; see servers/worsened.ts. */
export const IMPORT_MISTAKES: Readonly<Record<string, Mistake>> = {
  /** One by one, they would not finish within the deadline of a write. */
  'ten-at-a-time': (app) => {
    const writer = app.get(ContactWriter);
    const whole = writer.write.bind(writer);
    writer.write = async (tx, campaign, { added, updated }, now) => {
      let repeated = 0;
      for (let start = 0; start < added.length; start += 10) {
        repeated += await whole(tx, campaign, { added: added.slice(start, start + 10), updated: [] }, now);
      }
      return repeated + (await whole(tx, campaign, { added: [], updated }, now));
    };
  },

  /** Keeps every possible field of each contact, like an object that a framework creates. */
  'wide-contacts': (app) => {
    const sealer = app.get(ContactSealer);
    const whole = sealer.prepareNew.bind(sealer);
    sealer.prepareNew = async (tenant, drafts) => {
      const contacts = await whole(tenant, drafts);
      return contacts.map((contact) => ({
        ...contact,
        wide: Array.from({ length: 2_000 }, (_, n) => n + 0.5),
      }));
    };
  },
};
