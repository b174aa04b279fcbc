import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { OPEN_STATUSES } from '../rules/closing.policy.js';
import { pausedAt } from '../lookup/busy-numbers.queries.js';
import { eligibilityGroups, GROUP_COLUMNS } from './contact-groups.queries.js';

const SAME_ELIGIBILITY = eligibilityGroups({
  checked: 'width_bucket(registry_checked_at, $7::timestamptz[])',
  registryEnds: 'width_bucket(registry_valid_until, $6::timestamptz[])',
  consentLapses: 'width_bucket(consent_given_at, $8::timestamptz[])',
  consentExpires: 'width_bucket(consent_expires_at, $6::timestamptz[])',
  consentWithdrawn: 'width_bucket(consent_withdrawn_at, $6::timestamptz[])',
});

/**
 * The number of waiting contacts in each group that may be decided differently between the launch
 * $4 and the end $5. $6 are the boundaries for ends, $7 for checks of the register, $8 for express
 * consent. A retry counts as due at its quarter of an hour.
 */
export const WAITING_GROUPS = namedQuery('campaign_waiting_groups')`
SELECT ${GROUP_COLUMNS}, due
  FROM (SELECT *, least($5::timestamptz, greatest($4::timestamptz,
                    date_bin('15 minutes', next_attempt_at, '2000-01-01T00:00:00Z'))) AS due
          FROM campaign_contacts LEFT JOIN ${pausedAt('$4::timestamptz')} paused ON paused_hash = phone_hash
         WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3
           AND status IN (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})) waiting
 GROUP BY ${SAME_ELIGIBILITY}, called_minute, due`;
