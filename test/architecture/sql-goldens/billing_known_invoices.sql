SELECT invoice_id, provider_invoice_id
  FROM billing_invoices
 WHERE client_id = $1 AND data_env = $2 AND provider_invoice_id = ANY($3::text[])
