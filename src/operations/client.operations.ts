import { DATA_ENVS } from '../core/shared/auth-context.js';
import { isIanaTimezone, timezoneMessage } from '../core/time/timezone.policy.js';
import { ClientProfileService } from '../features/partner-clients/profile/profile.service.js';
import {
  DOMAIN_MESSAGE,
  isDomain,
  isMailAddress,
  MAX_EMAIL,
} from '../features/partner-clients/rules/profile-values.policy.js';
import { PartnerBootstrap } from '../features/partner/bootstrap/bootstrap.service.js';
import { PiiPolicyService } from '../features/privacy/pii-policy/pii-policy.service.js';
import type { PiiPolicyResponse } from '../features/privacy/pii-policy/pii-policy.response.js';
import { authOf, CLIENT, ID, knownClient, NAME } from './client-options.js';
import { matching, oneOf, operation, type CommandContext } from './options.js';
import { NO_PERMITS, permitsProblem, permitsText, readPermits } from './permits.js';
import { SCOPES, type Scope } from '../core/shared/roles.js';

const CONTACT = matching(
  /^(?=.*\S)[^\p{Cc}\p{Zl}\p{Zp}]{1,120}$/u,
  'must be 1 to 120 characters on one line, not only spaces',
);
const NOTES = matching(
  /^(?=[^]*\S)[^]{1,4000}$/u,
  'must be 1 to 4000 characters, not only spaces; none removes them',
);
const ADDRESS = (value: string): string | null =>
  isMailAddress(value) && value.length <= MAX_EMAIL
    ? null
    : `must be an email address of at most ${MAX_EMAIL} characters`;

const optionOf = (name: string): string => `--${name.replaceAll('_', '-')}`;

/**
 * Operators' commands for one client: its setup, and the permissions to see its callers' data.
 */
export const CLIENT_OPERATIONS = {
  bootstrap: operation({
    usage: `\
bootstrap    adds the missing records that a partner needs, and creates a first API key
  --organisation ID         the partner organisation
  --organisation-name NAME
  --client ID               a client that it owns
  --business-name NAME
  --timezone ZONE           the client's IANA time zone, Australia/Sydney
  --store ID                the store of the client's calls, one of TENANT_STORES
  --subject SUB             who administers it: the "sub" of that person's access tokens
  --user-name NAME
  --env ENV                 data environment: ${DATA_ENVS.join(', ')}; default prod
  --scope SCOPE             of the key; default partner_admin
  --description TEXT        of the key; default First key`,
    options: {
      ...CLIENT,
      organisation: { check: ID },
      'organisation-name': { check: NAME },
      'business-name': { check: NAME },
      timezone: { check: (value) => (isIanaTimezone(value) ? null : timezoneMessage(value)) },
      store: { check: (value, around) => oneOf(around.storeIds)(value, around) },
      subject: { check: NAME },
      'user-name': { check: NAME },
      scope: { check: oneOf(SCOPES), fallback: 'partner_admin' },
      description: { check: NAME, fallback: 'First key' },
    },
    run: async (values, { app, result, say }) => {
      const wanted = {
        organisationId: values.organisation,
        organisationName: values['organisation-name'],
        subject: values.subject,
        userName: values['user-name'],
        businessName: values['business-name'],
        timezone: values.timezone,
        storeId: values.store,
      };
      const key = { scope: values.scope as Scope, description: values.description };
      const bootstrap = (await app()).get(PartnerBootstrap, { strict: false });
      const outcome = await bootstrap.run(authOf(values), wanted, key);
      if (outcome.kind === 'refused') {
        say('Nothing was changed:');
        for (const obstacle of outcome.obstacles) say(`  ${obstacle}`);
        return false;
      }
      for (const { thing, isNew, calledNow } of outcome.steps) {
        const found = calledNow === undefined ? 'exists' : `exists (${calledNow})`;
        say(`${thing}: ${isNew ? 'created' : found}`);
      }
      if (outcome.key) {
        say(`API key ${outcome.key.keyId} of scope ${key.scope}: created; it is shown only this once`);
        result(outcome.key.text);
      } else {
        say(`API key of scope ${key.scope}: exists; create-key creates another one`);
      }
      return true;
    },
  }),

  'set-client': operation({
    usage: `\
set-client   changes the profile that a client's partner administrators see; omitted values stay
  --client ID
  --contact-name NAME       the person to contact
  --business-email ADDRESS  for operators; no route shows it
  --web-domain DOMAIN       the name of its web site
  --notes TEXT              engagement notes of at most 4000 characters; none removes them`,
    options: {
      client: CLIENT.client,
      'contact-name': { check: CONTACT, fallback: null },
      'business-email': { check: ADDRESS, fallback: null },
      'web-domain': { check: (value) => (isDomain(value) ? null : DOMAIN_MESSAGE), fallback: null },
      notes: { check: NOTES, fallback: null },
    },
    run: async (values, { app, say }) => {
      const { notes } = values;
      const changes = {
        ...(values['web-domain'] !== null && { web_domain: values['web-domain'] }),
        ...(values['contact-name'] !== null && { contact_name: values['contact-name'] }),
        ...(values['business-email'] !== null && { business_email: values['business-email'] }),
        ...(notes !== null && { engagement_notes: notes === 'none' ? null : notes }),
      };
      if (Object.keys(changes).length === 0) {
        say('Nothing was changed: name at least one value.');
        return false;
      }
      const auth = authOf({ client: values.client, env: 'prod' });
      const outcome = await (await app()).get(ClientProfileService, { strict: false }).change(auth, changes);
      if (outcome.kind === 'absent') say(`There is no client ${values.client}; bootstrap creates one.`);
      else if (outcome.kind === 'incomplete')
        say(
          `Nothing was changed: this client has no profile yet. Add ${outcome.missing.map(optionOf).join(', ')}.`,
        );
      else say(`Changed for ${values.client}: ${Object.keys(changes).join(', ')}.`);
      return outcome.kind === 'saved';
    },
  }),

  'pii-policy': operation({
    usage: `\
pii-policy   shows the data of callers that a client's roles may see, as options of set-pii-policy
  --client ID  [--env ENV]`,
    options: CLIENT,
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      return printPolicy(
        await (await context.app()).get(PiiPolicyService, { strict: false }).show(auth),
        context,
      );
    },
  }),

  'set-pii-policy': operation({
    usage: `\
set-pii-policy  replaces that policy, from the next request
  --client ID  --permit LIST  [--unlock LIST]  [--summaries strict|safe]  [--quotes yes|no]  [--env ENV]
    LIST                    client_admin:raw_caller,client_manager:summary or none
    --unlock                what an approved unlock of a call opens to a role (default none)
    strict                  no summary is shown without permission (default)
    safe                    without permission, only summaries without personal data are shown
    --quotes                whether mails may quote comments of support tickets (default no)`,
    options: {
      ...CLIENT,
      permit: { check: permitsProblem },
      unlock: { check: permitsProblem, fallback: NO_PERMITS },
      summaries: { check: oneOf(['strict', 'safe']), fallback: 'strict' },
      quotes: { check: oneOf(['yes', 'no']), fallback: 'no' },
    },
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      const policy = {
        permissions: readPermits(values.permit),
        unlockable: readPermits(values.unlock),
        strictSummaries: values.summaries === 'strict',
        quotesInMails: values.quotes === 'yes',
      };
      const policies = (await context.app()).get(PiiPolicyService, { strict: false });
      return printPolicy(await policies.replace(auth, policy), context);
    },
  }),
};

function printPolicy(policy: PiiPolicyResponse, { say, result }: CommandContext): true {
  if (policy.source === 'default') say('Never saved: nothing is permitted.');
  const unlock = permitsText(policy.unlockable);
  result(
    `--summaries ${policy.strict_summaries ? 'strict' : 'safe'} --permit ${permitsText(policy.permissions)}` +
      (unlock === NO_PERMITS ? '' : ` --unlock ${unlock}`) +
      (policy.quotes_in_mails ? ' --quotes yes' : ''),
  );
  return true;
}
