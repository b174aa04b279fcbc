import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The stored profile of a client, with nulls if it has none; no row without such a client. */
export const STORED_PROFILE = namedQuery('stored_partner_client_profile')`
    SELECT p.web_domain, p.contact_name_encrypted AS contact_name, p.business_email_encrypted AS business_email,
           p.engagement_notes_encrypted AS engagement_notes
      FROM clients c
      LEFT JOIN partner_client_profiles p ON p.client_id = c.client_id
     WHERE c.client_id = $1 AND $2::text IS NOT NULL`;

/**
 * Stores the domain $3, the sealed contact $4, email $5 and notes $6; the creator of a profile ($8)
 * and its time ($7) stay.
 */
export const SAVE_PROFILE = namedQuery('save_partner_client_profile')`
    INSERT INTO partner_client_profiles
           (client_id, web_domain, contact_name_encrypted, business_email_encrypted, engagement_notes_encrypted, created_at, created_by)
    SELECT $1, $3, $4, $5, $6, $7, $8 WHERE $2::text IS NOT NULL
        ON CONFLICT (client_id) DO UPDATE
       SET web_domain = excluded.web_domain, contact_name_encrypted = excluded.contact_name_encrypted,
           business_email_encrypted = excluded.business_email_encrypted,
           engagement_notes_encrypted = excluded.engagement_notes_encrypted`;
