SELECT analyse_new_call_months($1)
