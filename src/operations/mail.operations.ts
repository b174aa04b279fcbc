import { BouncedAddresses } from '../features/email-routing/bounces/bounced-addresses.service.js';
import { NAME } from './client-options.js';
import { operation } from './options.js';

/** Operator commands on mail. */
export const MAIL_OPERATIONS = {
  'mail-bounced': operation({
    usage: `\
mail-bounced  takes an address out in all clients, because mail to it bounced; prints how many lose it
  --address EMAIL           in any writing; its owner can confirm it again`,
    options: { address: { check: NAME } },
    run: async ({ address }, context) => {
      const lost = await (await context.app()).get(BouncedAddresses, { strict: false }).bounce(address);
      if (lost === null) {
        context.say('Nothing was changed: --address must be an email address');
        return false;
      }
      for (const { clientId, dataEnv } of lost)
        context.say(`${clientId} in ${dataEnv}: the address gets no mail any more`);
      context.result(String(lost.length));
      return true;
    },
  }),
};
