/** The ids by which callers know these invoices, of those that have been shown before. */
export const KNOWN_INVOICES = {
  name: 'billing_known_invoices',
  text: `
SELECT invoice_id, provider_invoice_id
  FROM billing_invoices
 WHERE client_id = $1 AND data_env = $2 AND provider_invoice_id = ANY($3::text[])`,
};

/** Gives ids to invoices that have none; one that another request has just named keeps that one's. */
export const NAME_INVOICES = {
  name: 'billing_name_invoices',
  text: `
INSERT INTO billing_invoices (client_id, data_env, provider_invoice_id)
SELECT $1, $2, given.id FROM unnest($3::text[]) AS given(id)
    ON CONFLICT (client_id, data_env, provider_invoice_id) DO NOTHING`,
};

/** The provider's id of an invoice. */
export const INVOICE_AT_PROVIDER = {
  name: 'billing_invoice_at_provider',
  text: `
SELECT provider_invoice_id
  FROM billing_invoices
 WHERE client_id = $1 AND data_env = $2 AND invoice_id = $3::uuid`,
};
