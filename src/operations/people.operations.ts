import { ApiKeysService } from '../features/partner/api-keys/api-keys.service.js';
import { PersonRoles } from '../features/partner/people/person-roles.service.js';
import { CLIENT, ID, knownClient, NAME } from './client-options.js';
import { oneOf, operation } from './options.js';
import { PORTAL_ROLES, type PortalRole } from '../core/shared/roles.js';

/** Operator commands on the people of a client. */
export const PEOPLE_OPERATIONS = {
  'add-person': operation({
    usage: `\
add-person   gives a person a role for a client; prints the user_id
  --client ID  --subject SUB  --user-name NAME  --role ROLE  [--env ENV]
    SUB                     the "sub" of that person's access tokens
    ROLE                    ${PORTAL_ROLES.slice(0, 4).join(', ')},
                            ${PORTAL_ROLES.slice(4).join(', ')}
  --organisation ID         of a partner role, where several own the client`,
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
end-person   ends the role of a person for a client; prints the user_id
  --client ID  --subject SUB  [--env ENV]`,
    options: { ...CLIENT, subject: { check: NAME } },
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      const { subject } = values;
      const app = await context.app();
      const whose = `${auth.clientId} in ${auth.dataEnv}`;
      const ended = await app.get(PersonRoles, { strict: false }).end(auth, subject);
      if (ended === null) {
        context.say(`${subject} has no role for ${whose}.`);
        return false;
      }
      const { userId, role, hasChanged } = ended;
      context.say(`${subject}: ${hasChanged ? 'is no longer' : 'was no longer'} ${role} of ${whose}`);
      const { items } = await app.get(ApiKeysService, { strict: false }).list(auth);
      const left = items.filter((key) => key.created_by === userId && key.status === 'active').length;
      if (left > 0)
        context.say(`${left} API keys that this person made still work: revoke-keys --created-by ${userId}`);
      context.result(userId);
      return true;
    },
  }),
};
