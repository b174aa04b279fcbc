import { randomUUID } from 'node:crypto';
import { postCalls } from '../../support/post-calls.js';
import { chance, randomCalls } from '../../support/random-calls.js';
import { hoursFromNow, type AlertStage, type Planted } from './alert-stage.js';

/** An address of the customer to which a mail has bounced. */
export async function bouncedAddress(on: AlertStage): Promise<Planted> {
  const addressId = randomUUID();
  await on.sql(
    `INSERT INTO email_addresses (client_id, data_env, address_id, email_sealed, email_hash, label, language, topics, status,
            unsubscribe_hash, created_by, ended_at)
     VALUES ($1, $2, $3::uuid, 'x', $3::text::bytea, 'Desk', 'en', '{}', 'bounced', $3::text::bytea, 'test', now())`,
    addressId,
  );
  return {
    subjectId: addressId,
    label: 'Desk',
    mend: () =>
      on.sql(
        'DELETE FROM email_addresses WHERE client_id = $1 AND data_env = $2 AND address_id = $3',
        addressId,
      ),
  };
}

/** A connection that people sign in through, whose certificate expires at this instant. */
export async function endingCertificate(on: AlertStage, endsAt: Date): Promise<Planted> {
  const connectionId = randomUUID();
  await on.sql(
    `INSERT INTO sso_connections (client_id, data_env, connection_id, name, kind, settings, serving, version, serving_version,
            is_disabled, etag, created_at, created_by, updated_at, updated_by)
     VALUES ($1, $2, $3, 'Entra ID', 'saml', $4, $4, 1, 1, false, 'etag', '2026-01-01', 'test', '2026-01-01', 'test')`,
    connectionId,
    JSON.stringify({ certificates: [], certificates_end: endsAt.toISOString() }),
  );
  return {
    subjectId: connectionId,
    label: 'Entra ID',
    mend: () =>
      on.sql(
        'DELETE FROM sso_connections WHERE client_id = $1 AND data_env = $2 AND connection_id = $3',
        connectionId,
      ),
  };
}

/** Work for the client that has failed too often. */
export async function givenUpWork(on: AlertStage): Promise<Planted> {
  const kind = 'calls.rollup';
  await on.inStore(
    `INSERT INTO work_dead_letters (client_id, data_env, kind, item_id, payload, appended_at, attempts, reason)
     VALUES ($1, $2, $3, 1, '{}', now(), 6, 'test')`,
    kind,
  );
  return {
    subjectId: kind,
    label: kind,
    mend: () => on.inStore('DELETE FROM work_dead_letters WHERE client_id = $1 AND data_env = $2'),
  };
}

let calls = 0;

/** A call that its runtime stopped reporting at this instant. */
export async function silentCall(on: AlertStage, at: Date): Promise<Planted> {
  const span = { from: hoursFromNow(-30).toISOString(), to: hoursFromNow(-29).toISOString() };
  await postCalls(
    on.test,
    on.tenant,
    randomCalls(1, chance((calls += 1)), { projectIds: [on.projectId], ...span }),
  );
  await on.inStore(
    `UPDATE calls SET call_status = 'failed', status_detail = 'runtime_silent', updated_at = $3
      WHERE client_id = $1 AND data_env = $2`,
    at,
  );
  return {
    subjectId: on.projectId,
    label: on.projectId,
    mend: () => on.inStore('DELETE FROM calls WHERE client_id = $1 AND data_env = $2'),
  };
}

/** A support ticket without a first answer in time. */
export async function overdueTicket(on: AlertStage): Promise<Planted> {
  const ticketId = randomUUID();
  await on.inStore(
    `INSERT INTO support_tickets (client_id, data_env, ticket_id, ticket_number, category, priority, status, requester, created_at,
            updated_at, first_response_due_at, last_sequence, last_public_sequence, public_comments, internal_comments)
     VALUES ($1, $2, $3, 7, 'question', 'normal', 'new', 'test', now(), now(), now() - interval '1 hour', 1, 1, 1, 0)`,
    ticketId,
  );
  return {
    subjectId: ticketId,
    label: 'SUP-0007',
    mend: () =>
      on.inStore(
        'UPDATE support_tickets SET first_responded_at = now() WHERE client_id = $1 AND data_env = $2 AND ticket_id = $3',
        ticketId,
      ),
  };
}
