SELECT open_call_months($1) AS kept_from
