import type { NamedQuery } from '../../database/unit-of-work/named-query.js';

interface Parts {
  readonly lines: string;
  readonly kinds: string;
  readonly projects: string;
}

// The tenant's own row is always there, with null as project. Without settings it hides all
// summaries.
const rules = ({ lines, kinds, projects }: Parts): string => `
SELECT NULL AS project_id, $1::text AS client_id, $2::text AS data_env,
       coalesce((SELECT s.strict_summaries
                   FROM pii_settings s
                  WHERE s.client_id = $1 AND s.data_env = $2), true) AS strict_summaries,
       false AS inherits_permissions,
       ${lines} AS permissions,
       (SELECT t.transcript_retention_days
          FROM tenant_governance t
         WHERE t.client_id = $1 AND t.data_env = $2) AS retention_days,
       NULL::integer AS consent_days
 UNION ALL
SELECT g.project_id, g.client_id, g.data_env, true, g.pii_permissions IS NULL,
       ${kinds},
       g.transcript_retention_days, g.consent_expires_after_days
  FROM project_governance g
 WHERE g.client_id = $1 AND g.data_env = $2${projects}`;

const rulesOfRole = (role: string): string =>
  rules({
    lines: `(SELECT jsonb_agg(jsonb_build_object(
                 'clientId', p.client_id, 'dataEnv', p.data_env, 'role', p.role, 'kind', p.kind, 'allowed', p.allowed, 'unlockable', p.unlockable))
          FROM pii_policies p
         WHERE p.client_id = $1 AND p.data_env = $2 AND p.role = ${role})`,
    kinds: `coalesce(g.pii_permissions -> ${role}, '[]')`,
    projects: ' AND ($4::text IS NULL OR g.project_id = $4)',
  });

/**
 * The rows that decide what one role may see of a tenant's calls, and for how long: one for the
 * tenant, and one for each project with published governance. $3 is the role, $4 the only project
 * that counts, or null.
 */
export const PII_RULES: NamedQuery = { name: 'pii_rules', text: rulesOfRole('$3::text') };

/** The same for each of the roles $3, with its role. */
export const PII_RULES_OF_ROLES: NamedQuery = {
  name: 'pii_rules_of_roles',
  text: `
SELECT r.role, x.*
  FROM unnest($3::text[]) AS r (role)
 CROSS JOIN LATERAL (${rulesOfRole('r.role')}) x`,
};

/**
 * Like PII_RULES for all projects, for a caller who may see nothing: it needs no rows of a policy.
 */
export const RETENTION_RULES: NamedQuery = {
  name: 'retention_rules',
  text: rules({ lines: `'[]'::jsonb`, kinds: `'[]'::jsonb`, projects: '' }),
};
