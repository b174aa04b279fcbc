INSERT INTO billing_invoices (client_id, data_env, provider_invoice_id)
SELECT $1, $2, given.id FROM unnest($3::text[]) AS given(id)
    ON CONFLICT (client_id, data_env, provider_invoice_id) DO NOTHING
