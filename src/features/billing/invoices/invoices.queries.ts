import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The API ids of these invoices, for those that have been shown before. */
export const KNOWN_INVOICES = namedQuery('billing_known_invoices')`
SELECT invoice_id, provider_invoice_id
  FROM billing_invoices
 WHERE client_id = $1 AND data_env = $2 AND provider_invoice_id = ANY($3::text[])`;

/** Assigns ids to invoices without one; the id of a faster request stays. */
export const NAME_INVOICES = namedQuery('billing_name_invoices')`
INSERT INTO billing_invoices (client_id, data_env, provider_invoice_id)
SELECT $1, $2, given.id FROM unnest($3::text[]) AS given(id)
    ON CONFLICT (client_id, data_env, provider_invoice_id) DO NOTHING`;

export const INVOICE_AT_PROVIDER = namedQuery('billing_invoice_at_provider')`
SELECT provider_invoice_id
  FROM billing_invoices
 WHERE client_id = $1 AND data_env = $2 AND invoice_id = $3::uuid`;
