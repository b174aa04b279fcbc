import { CATALOGUE } from '../core/shared/catalogue.js';
import { PlatformError } from '../core/shared/platform-error.js';
import { BouncedAddresses } from '../features/email-routing/bounces/bounced-addresses.service.js';
import { Notices } from '../features/email-routing/lookup/notices.service.js';
import { OperatorEndings } from '../features/people/endings/operator-endings.service.js';
import { OperatorFactorResets } from '../features/people/factor-resets/operator-factor-resets.service.js';
import { PersonRoles } from '../features/partner/people/person-roles.service.js';
import { OperatorEnforcement } from '../features/single-sign-on/enforcement/operator-enforcement.service.js';
import { CLIENT, ID, knownClient, NAME } from './client-options.js';
import { matching, oneOf, operation } from './options.js';
import { PORTAL_ROLES, type PortalRole } from '../core/shared/roles.js';

const USER_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Operator commands on the people of a client, and on addresses for notices. */
export const PEOPLE_OPERATIONS = {
  'add-person': operation({
    usage: `\
add-person   gives a person a role for a client; prints the user_id
  --client ID  --subject SUB  --user-name NAME  --role ROLE  [--env ENV]
    SUB                     the "sub" of that person's access tokens
    ROLE                    ${PORTAL_ROLES.slice(0, 4).join(', ')},
                            ${PORTAL_ROLES.slice(4).join(', ')}
  --organisation ID         for a partner role, if several own the client`,
    options: {
      ...CLIENT,
      subject: { check: NAME },
      'user-name': { check: NAME },
      role: { check: oneOf(PORTAL_ROLES) },
      organisation: { check: ID, fallback: null },
    },
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      const { subject, organisation } = values;
      const role = values.role as PortalRole;
      const roles = (await context.app()).get(PersonRoles, { strict: false });
      const given = await roles.give(auth, { subject, userName: values['user-name'], role }, organisation);
      if (given.kind === 'refused') {
        context.say('Nothing was changed:');
        for (const obstacle of given.obstacles) context.say(`  ${obstacle}`);
        return false;
      }
      const who = given.calledNow === null ? `${subject} (new)` : `${subject} (${given.calledNow})`;
      context.say(
        `${who}: ${given.hasChanged ? 'is now' : 'was already'} ${role} of ${auth.clientId} in ${auth.dataEnv}`,
      );
      context.result(given.userId);
      return true;
    },
  }),

  'end-person': operation({
    usage: `\
end-person   ends the role of a person for a client, with sessions, keys and invitations; prints the user_id
  --client ID  --subject SUB  [--env ENV]
  --keep-keys-with USER_ID  the colleague who takes over the person's API keys; without it they end`,
    options: {
      ...CLIENT,
      subject: { check: NAME },
      'keep-keys-with': {
        check: matching(USER_ID, 'must be a user_id, as printed by add-person'),
        fallback: null,
      },
    },
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      const { subject } = values;
      const endings = (await context.app()).get(OperatorEndings, { strict: false });
      const whose = `${auth.clientId} in ${auth.dataEnv}`;
      const ended = await endings.end(auth, subject, values['keep-keys-with']).catch((error: unknown) => {
        if (!(error instanceof PlatformError) || error.entry !== CATALOGUE.validationError) throw error;
        return error;
      });
      if (ended instanceof PlatformError) {
        context.say(`Nothing was changed: --keep-keys-with ${ended.fields[0]?.message}`);
        return false;
      }
      if (ended === null) {
        context.say(`${subject} has no role for ${whose}.`);
        return false;
      }
      const { userId, role, hasChanged, ending } = ended;
      context.say(`${subject}: ${hasChanged ? 'is no longer' : 'was no longer'} ${role} of ${whose}`);
      const { ended: gone, handed_over: kept } = ending.apiKeys;
      if (gone > 0) context.say(`${gone} API keys of this person: revoked`);
      if (kept > 0)
        context.say(`${kept} API keys of this person: handed over to ${values['keep-keys-with']}`);
      context.result(userId);
      return true;
    },
  }),

  'mfa-reset': operation({
    usage: `\
mfa-reset    removes a person's second factors and recovery codes, in all clients, and ends their sessions;
             prints the user_id
  --client ID  --subject SUB  [--env ENV]
    ID                      a client for which the person has or had a role`,
    options: { ...CLIENT, subject: { check: NAME } },
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      const { subject } = values;
      const resets = (await context.app()).get(OperatorFactorResets, { strict: false });
      const reset = await resets.reset(auth, subject);
      if (reset === null) {
        context.say(`${subject} has no role for ${auth.clientId} in ${auth.dataEnv}.`);
        return false;
      }
      context.say(`${subject}: ${reset.factors} second factors removed, and all sessions ended`);
      context.result(reset.userId);
      return true;
    },
  }),

  'sso-off': operation({
    usage: `\
sso-off      lets the people of a client sign in in every way again; prints the connection that was required
  --client ID  [--env ENV]`,
    options: CLIENT,
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      const connectionId = await (
        await context.app()
      )
        .get(OperatorEnforcement, { strict: false })
        .turnOff(auth);
      if (connectionId === null) {
        context.say(`${auth.clientId} in ${auth.dataEnv} requires no connection.`);
        return false;
      }
      context.say(`${auth.clientId} in ${auth.dataEnv}: people sign in in every way again`);
      context.result(connectionId);
      return true;
    },
  }),

  'mail-bounced': operation({
    usage: `\
mail-bounced  disables an address in all clients, because mail to it bounced; prints how many had it
  --address EMAIL           in any spelling; its owner can confirm it again`,
    options: { address: { check: NAME } },
    run: async ({ address }, context) => {
      const lost = await (await context.app()).get(BouncedAddresses, { strict: false }).bounce(address);
      if (lost === null) {
        context.say('Nothing was changed: --address must be an email address');
        return false;
      }
      for (const { clientId, dataEnv } of lost)
        context.say(`${clientId} in ${dataEnv}: the address no longer gets mail`);
      context.result(String(lost.length));
      return true;
    },
  }),

  notices: operation({
    usage: `\
notices      lists notices of a client that wait, failed or were dropped in the last seven days, and why
  --client ID  [--env ENV]`,
    options: CLIENT,
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      for (const it of await (await context.app()).get(Notices, { strict: false }).unsent(auth))
        context.result(
          [
            it.created_at.toISOString(),
            it.status,
            it.kind,
            it.notice_id,
            it.address_id,
            it.reason ?? '-',
          ].join(' '),
        );
      return true;
    },
  }),
};
