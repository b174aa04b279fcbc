SELECT provider_invoice_id
  FROM billing_invoices
 WHERE client_id = $1 AND data_env = $2 AND invoice_id = $3::uuid
