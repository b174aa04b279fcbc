WITH organisation AS (
      INSERT INTO partner_organisations (organisation_id, name) VALUES ($3, $4) ON CONFLICT DO NOTHING),
    client AS (
      INSERT INTO clients (client_id, business_name, timezone) VALUES ($1, $5, $6) ON CONFLICT DO NOTHING),
    ownership AS (
      INSERT INTO partner_client_ownerships (organisation_id, client_id) VALUES ($3, $1) ON CONFLICT DO NOTHING),
    route AS (
      INSERT INTO tenant_routes (client_id, data_env, store_id) VALUES ($1, $2, $7) ON CONFLICT DO NOTHING),
    person AS (
      -- Changes nothing where the person is there, but tells the id then, too.
      INSERT INTO portal_users (subject, display_name) VALUES ($8, $9)
          ON CONFLICT (subject) DO UPDATE SET subject = excluded.subject
      RETURNING user_id),
    membership AS (
      INSERT INTO partner_organisation_members (organisation_id, user_id)
      SELECT $3, user_id FROM person ON CONFLICT DO NOTHING),
    assignment AS (
      INSERT INTO portal_user_client_assignments (user_id, client_id, data_env, role, is_default)
      SELECT p.user_id, $1, $2, 'partner_admin',
             NOT EXISTS (SELECT FROM portal_user_client_assignments d
                          WHERE d.user_id = p.user_id AND d.data_env = $2 AND d.is_default AND d.active)
        FROM person p
          ON CONFLICT (user_id, client_id, data_env) DO NOTHING)
    SELECT user_id FROM person
