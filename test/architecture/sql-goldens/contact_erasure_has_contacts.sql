SELECT EXISTS (SELECT FROM campaign_contacts WHERE client_id = $1 AND data_env = $2)
    OR EXISTS (SELECT FROM single_dispatches WHERE client_id = $1 AND data_env = $2) AS "hasContacts"
