import { Client } from 'pg';
import type { Child } from '../children.ts';
import type { Bench, StartOurs } from '../compare.ts';
import { startPlatform } from '../platform.ts';
import type { Platform } from '../platform.ts';

export const TICKETS = 100_000;
/**
 * The words to search for, and how many tickets there are for each one that has it in its subject.
 */
const WORDS = { often: 2, common: 10, seldom: 1_000 } as const;
/** People with a role for the client, by the number of their token. */
export const READERS = { admin: 0, staff: 1, operator: 2 } as const;

interface Opening {
  readonly client: Child;
  readonly startOursOn: (platform: Platform) => StartOurs;
  readonly onClose: (undo: () => Promise<void>) => void;
}

/**
 * The platform with 100,000 tickets of one client over two years. One for each word is opened through
 * the route; the others are copies of them, made in SQL, whose sealed subjects do not open.
 */
export async function openSupportBench({ client, startOursOn, onClose }: Opening): Promise<Bench> {
  const platform = await startPlatform({ onClose });
  const ids = await people(platform);
  const startOurs = startOursOn(platform);
  const ours = await startOurs();
  for (const subject of [...Object.keys(WORDS), FILLING]) await open(platform, ours.port, subject);
  await ours.stop();
  await run(platform.storeSuperuserUrl, plant(ids));
  return { platform, client, startOurs };
}

async function run(connectionString: string, statements: readonly string[]): Promise<void> {
  const db = new Client({ connectionString });
  await db.connect();
  try {
    for (const statement of statements) await db.query(statement);
  } finally {
    await db.end();
  }
}

async function open({ tokens }: Platform, port: number, subject: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/support/tickets?client_id=client-1`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${tokens[READERS.admin] ?? ''}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ subject, text: 'It hung up.', category: 'incident' }),
  });
  if (!response.ok) throw new Error((await response.text()).slice(0, 2000));
}

type Ids = Readonly<Record<keyof typeof READERS, string>>;

/** Gives the readers their roles. */
async function people({ metadataSuperuserUrl }: Platform): Promise<Ids> {
  const db = new Client({ connectionString: metadataSuperuserUrl });
  await db.connect();
  const role = async (reader: number, name: string): Promise<string> => {
    const { rows } = await db.query<{ user_id: string }>(
      `UPDATE portal_user_client_assignments a SET client_id = 'client-1', role = $2, organisation_id = NULL
         FROM portal_users u WHERE u.user_id = a.user_id AND u.subject = $1
       RETURNING u.user_id`,
      [`subject-${reader + 1}`, name],
    );
    return rows[0]?.user_id ?? '';
  };
  const ids = {
    admin: await role(READERS.admin, 'client_admin'),
    staff: await role(READERS.staff, 'client_staff'),
    operator: await role(READERS.operator, 'service_operator'),
  };
  await db.end();
  return ids;
}

/** Four further words for each subject, from as many as people use. */
const FILLING = Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ');
const LIVE_EVERY = 5;

/** The hashes of the words of a subject, stored with the ticket's first subject. */
const ofWord = (subject: string): string =>
  `SELECT w.word_hash FROM support_ticket_words w JOIN support_tickets t USING (ticket_id)
    WHERE t.ticket_number = ${[...Object.keys(WORDS), FILLING].indexOf(subject) + 1}`;

const plant = ({ admin, staff }: Ids): readonly string[] => [
  // Half a million rows, whose references are known to be valid.
  `SET session_replication_role = replica`,
  `CREATE TEMP TABLE filling AS SELECT row_number() OVER () - 1 AS place, word_hash FROM (${ofWord(FILLING)}) w`,
  `INSERT INTO support_tickets (client_id, data_env, ticket_id, ticket_number, subject_encrypted, category, priority, status, project_id,
          requester, assignee, created_at, updated_at, first_response_due_at, first_responded_at, solved_at, closed_at, last_sequence,
          last_public_sequence, public_comments, internal_comments)
   SELECT t.client_id, t.data_env, gen_random_uuid(), 100 + n, t.subject_encrypted,
          (ARRAY['question', 'incident', 'change', 'billing', 'privacy'])[1 + n % 5],
          (ARRAY['low', 'normal', 'normal', 'high', 'urgent'])[1 + n / 5 % 5], it.status, 'project-' || n % 60,
          CASE WHEN n % 5000 = 0 THEN '${staff}' ELSE 'person-' || n % 40 END, CASE WHEN n % 3 > 0 THEN 'staff-' || n % 12 END,
          at, at + interval '3 hours', at + interval '1 hour', at + interval '30 minutes',
          CASE WHEN it.status IN ('solved', 'closed') THEN at + interval '2 hours' END,
          CASE WHEN it.status = 'closed' THEN at + interval '3 hours' END, 3, 3, 3, 0
     FROM support_tickets t, generate_series(1, ${TICKETS}) n,
          LATERAL (SELECT CASE WHEN n % ${LIVE_EVERY} = 0 THEN (ARRAY['new', 'open', 'pending', 'solved'])[1 + n / ${LIVE_EVERY} % 4]
                               ELSE 'closed' END AS status,
                          date_trunc('second', now()) - (${TICKETS} - n) * interval '10 minutes' AS at) it
    WHERE t.ticket_number = 1`,
  'ANALYZE support_tickets, support_ticket_words, filling',
  `INSERT INTO support_ticket_words (client_id, data_env, ticket_id, word_hash)
   SELECT t.client_id, t.data_env, t.ticket_id, f.word_hash
     FROM support_tickets t, generate_series(0, 3) i, filling f
    WHERE t.ticket_number > 100 AND f.place = (t.ticket_number * 7 + i * 8) % 30`,
  ...Object.entries(WORDS).map(
    ([word, every]) => `INSERT INTO support_ticket_words (client_id, data_env, ticket_id, word_hash)
   SELECT t.client_id, t.data_env, t.ticket_id, w.word_hash
     FROM support_tickets t, (${ofWord(word)}) w WHERE t.ticket_number > 100 AND t.ticket_number % ${every} = 0`,
  ),
  `INSERT INTO support_read_marks (client_id, data_env, ticket_id, person, read_sequence)
   SELECT client_id, data_env, ticket_id, '${admin}', 1 + ticket_number % 3 FROM support_tickets
    WHERE ticket_number > 100 AND ticket_number % 2 = 0`,
  'CHECKPOINT',
  'VACUUM (ANALYZE) support_tickets, support_ticket_words, support_read_marks, support_recipients',
];
