import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfStore, viewOfClients } from '../../../core/registry/row-security.js';

/** Support tickets, their comments, calls and recipients, and how far each person has read. */
export class SupportStore1766000000700 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP VIEW support_recipients_of_clients, support_tickets_of_clients');
    await db.query(`DROP TABLE ${TABLES.toReversed().join(', ')}`);
  }
}

const TABLES = [
  'support_counters',
  'support_tickets',
  'support_ticket_words',
  'support_comments',
  'support_numbers',
  'support_related_calls',
  'support_recipients',
  'support_read_marks',
];

const OF_TENANT = `
     client_id text NOT NULL,
     data_env text NOT NULL,`;

const OF_TICKET = `${OF_TENANT}
     ticket_id uuid NOT NULL,`;

const ofTicket = (table: string): string => `
     CONSTRAINT ${table}_ticket_fkey FOREIGN KEY (client_id, data_env, ticket_id)
       REFERENCES support_tickets (client_id, data_env, ticket_id) ON DELETE CASCADE`;

const UP = [
  `CREATE TABLE support_counters (${OF_TENANT}
     last_number integer NOT NULL,
     CONSTRAINT support_counters_pkey PRIMARY KEY (client_id, data_env)
   )`,
  `CREATE TABLE support_tickets (${OF_TICKET}
     ticket_number integer NOT NULL,
     revision integer NOT NULL DEFAULT 1,
     subject_encrypted bytea,
     category text NOT NULL,
     priority text NOT NULL,
     status text NOT NULL,
     project_id text,
     requester text NOT NULL,
     assignee text,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     first_response_due_at timestamptz NOT NULL,
     first_responded_at timestamptz,
     solved_at timestamptz,
     closed_at timestamptz,
     last_sequence integer NOT NULL,
     last_public_sequence integer NOT NULL,
     public_comments integer NOT NULL,
     internal_comments integer NOT NULL,
     related_calls integer NOT NULL DEFAULT 0,
     attachments integer NOT NULL DEFAULT 0,
     CONSTRAINT support_tickets_pkey PRIMARY KEY (client_id, data_env, ticket_id),
     CONSTRAINT support_tickets_number_key UNIQUE (client_id, data_env, ticket_number),
     CONSTRAINT support_tickets_category_check
       CHECK (category IN ('question', 'incident', 'change', 'billing', 'privacy')),
     CONSTRAINT support_tickets_priority_check CHECK (priority IN ('low', 'normal', 'high', 'urgent')),
     CONSTRAINT support_tickets_status_check CHECK (status IN ('new', 'open', 'pending', 'solved', 'closed')),
     CONSTRAINT support_tickets_solved_check CHECK ((solved_at IS NOT NULL) = (status IN ('solved', 'closed'))),
     CONSTRAINT support_tickets_closed_check CHECK ((closed_at IS NOT NULL) = (status = 'closed'))
   )`,
  `CREATE INDEX support_tickets_newest ON support_tickets (client_id, data_env, updated_at, ticket_id)`,
  `CREATE INDEX support_tickets_by_status ON support_tickets (client_id, data_env, status, updated_at, ticket_id)`,
  `CREATE INDEX support_tickets_by_requester
      ON support_tickets (client_id, data_env, requester, updated_at, ticket_id)`,
  `CREATE INDEX support_tickets_by_project
      ON support_tickets (client_id, data_env, project_id, updated_at, ticket_id)`,
  `CREATE INDEX support_tickets_unanswered ON support_tickets (client_id, data_env, first_response_due_at)
    WHERE first_responded_at IS NULL AND status IN ('new', 'open')`,
  `CREATE INDEX support_tickets_closed ON support_tickets (client_id, data_env, closed_at) WHERE closed_at IS NOT NULL`,
  `CREATE TABLE support_ticket_words (${OF_TICKET}
     word_hash bytea NOT NULL,
     CONSTRAINT support_ticket_words_pkey PRIMARY KEY (client_id, data_env, word_hash, ticket_id),
     ${ofTicket('support_ticket_words')}
   )`,
  `CREATE INDEX support_ticket_words_of_ticket ON support_ticket_words (client_id, data_env, ticket_id)`,
  `CREATE TABLE support_comments (${OF_TICKET}
     comment_id uuid NOT NULL,
     sequence integer NOT NULL,
     visibility text NOT NULL,
     text_encrypted bytea,
     personal_data_found text[] NOT NULL,
     author text NOT NULL,
     author_side text NOT NULL,
     created_at timestamptz NOT NULL,
     redacted_at timestamptz,
     redacted_by text,
     CONSTRAINT support_comments_pkey PRIMARY KEY (client_id, data_env, comment_id),
     CONSTRAINT support_comments_order_key UNIQUE (client_id, data_env, ticket_id, sequence),
     CONSTRAINT support_comments_visibility_check CHECK (visibility IN ('public', 'internal')),
     CONSTRAINT support_comments_side_check
       CHECK (author_side IN ('staff', 'customer') AND (visibility = 'public' OR author_side = 'staff')),
     CONSTRAINT support_comments_redacted_check
       CHECK ((redacted_at IS NULL) = (text_encrypted IS NOT NULL) AND (redacted_at IS NULL) = (redacted_by IS NULL)),
     ${ofTicket('support_comments')}
   )`,
  // The nil UUID as comment_id stands for the subject.
  `CREATE TABLE support_numbers (${OF_TICKET}
     comment_id uuid NOT NULL,
     number_hash bytea NOT NULL,
     CONSTRAINT support_numbers_pkey PRIMARY KEY (client_id, data_env, number_hash, ticket_id, comment_id),
     ${ofTicket('support_numbers')}
   )`,
  `CREATE INDEX support_numbers_of_ticket ON support_numbers (client_id, data_env, ticket_id, comment_id)`,
  `CREATE TABLE support_related_calls (${OF_TICKET}
     call_id text COLLATE "C" NOT NULL,
     project_id text NOT NULL,
     started_at timestamptz NOT NULL,
     attached_at timestamptz NOT NULL,
     attached_by text NOT NULL,
     CONSTRAINT support_related_calls_pkey PRIMARY KEY (client_id, data_env, ticket_id, call_id),
     ${ofTicket('support_related_calls')}
   )`,
  `CREATE INDEX support_related_calls_of_call ON support_related_calls (client_id, data_env, call_id)`,
  `CREATE TABLE support_recipients (${OF_TICKET}
     recipient_id uuid NOT NULL,
     user_id text,
     address_id uuid,
     added_at timestamptz NOT NULL,
     added_by text NOT NULL,
     CONSTRAINT support_recipients_pkey PRIMARY KEY (client_id, data_env, recipient_id),
     CONSTRAINT support_recipients_one_check CHECK ((user_id IS NULL) <> (address_id IS NULL)),
     CONSTRAINT support_recipients_person_key UNIQUE (client_id, data_env, ticket_id, user_id),
     CONSTRAINT support_recipients_address_key UNIQUE (client_id, data_env, ticket_id, address_id),
     ${ofTicket('support_recipients')}
   )`,
  `CREATE INDEX support_recipients_of_person ON support_recipients (client_id, data_env, user_id)`,
  `CREATE TABLE support_read_marks (${OF_TICKET}
     person text NOT NULL,
     read_sequence integer NOT NULL,
     CONSTRAINT support_read_marks_pkey PRIMARY KEY (client_id, data_env, person, ticket_id),
     ${ofTicket('support_read_marks')}
   )`,
  `CREATE INDEX support_read_marks_of_ticket ON support_read_marks (client_id, data_env, ticket_id)`,
  ...TABLES.flatMap(rowsOfStore),
  ...TABLES.map((table) => `GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO telephony_app`),
  ...viewOfClients(
    'support_tickets_of_clients',
    'support_tickets',
    `ticket_id, ticket_number, status, category, project_id, requester, created_at, first_responded_at,
            first_response_due_at`,
  ),
  ...viewOfClients('support_recipients_of_clients', 'support_recipients', 'ticket_id, user_id'),
];
