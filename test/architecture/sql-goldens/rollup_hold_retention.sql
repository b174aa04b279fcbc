SELECT open_call_months('{}')
