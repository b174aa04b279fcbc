import { ApiKeysService } from '../features/partner/api-keys/api-keys.service.js';
import { PersonRoles } from '../features/partner/people/person-roles.service.js';
import { CLIENT, ID, knownClient, NAME } from './client.operations.js';
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
    run: async (values, desk) => {
      const auth = await knownClient(values, desk);
      if (auth === null) return false;
      const { subject, organisation } = values;
      const role = values.role as PortalRole;
      const roles = (await desk.app()).get(PersonRoles, { strict: false });
      const given = await roles.give(auth, { subject, userName: values['user-name'], role }, organisation);
      if (given.kind === 'refused') {
        desk.say('Nothing was changed:');
        for (const obstacle of given.obstacles) desk.say(`  ${obstacle}`);
        return false;
      }
      const who = given.calledNow === null ? `${subject} (new)` : `${subject} (${given.calledNow})`;
      desk.say(
        `${who}: ${given.hasChanged ? 'is now' : 'was already'} ${role} of ${auth.clientId} in ${auth.dataEnv}`,
      );
      desk.result(given.userId);
      return true;
    },
  }),

  'end-person': operation({
    usage: `\
end-person   ends the role of a person for a client; prints the user_id
  --client ID  --subject SUB  [--env ENV]`,
    options: { ...CLIENT, subject: { check: NAME } },
    run: async (values, desk) => {
      const auth = await knownClient(values, desk);
      if (auth === null) return false;
      const { subject } = values;
      const app = await desk.app();
      const whose = `${auth.clientId} in ${auth.dataEnv}`;
      const ended = await app.get(PersonRoles, { strict: false }).end(auth, subject);
      if (ended === null) {
        desk.say(`${subject} has no role for ${whose}.`);
        return false;
      }
      const { userId, role, hasChanged } = ended;
      desk.say(`${subject}: ${hasChanged ? 'is no longer' : 'was no longer'} ${role} of ${whose}`);
      const { items } = await app.get(ApiKeysService, { strict: false }).list(auth);
      const left = items.filter((key) => key.created_by === userId && key.status === 'active').length;
      if (left > 0)
        desk.say(`${left} API keys that this person made still work: revoke-keys --created-by ${userId}`);
      desk.result(userId);
      return true;
    },
  }),
};
