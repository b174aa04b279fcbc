import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import {
  PARTNER_CLIENT_COUNTS,
  PARTNER_CLIENTS,
} from '#app/features/partner-clients/directory/directory.queries.js';
import { announce } from '../harness/children.ts';

// The floor of the directory of partner clients: node:http and the two named statements at once,
// without router, credentials, row-level security or log.

// As many connections as our own processes take by default.
const pool = new Pool({ connectionString: process.argv[2], max: 10 });
const person = pool
  .query<{ user_id: string }>(`SELECT user_id FROM portal_users WHERE subject = 'subject-1'`)
  .then(({ rows }) => rows[0]!.user_id);

async function directory(): Promise<object> {
  const of = [await person, 'prod'];
  const [clients, counts] = await Promise.all([
    pool.query<{ client_id: string }>({ ...PARTNER_CLIENTS, values: [...of, 1000] }),
    pool.query<{ client_id: string }>({ ...PARTNER_CLIENT_COUNTS, values: of }),
  ]);
  const byClient = new Map(counts.rows.map((row) => [row.client_id, row]));
  return { items: clients.rows.map((row) => ({ ...row, ...byClient.get(row.client_id) })) };
}

const server = createServer((_, response) => {
  directory().then(
    (answer) => {
      const text = JSON.stringify(answer);
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
      });
      response.end(text);
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});

server.listen(0, '127.0.0.1', () => announce((server.address() as AddressInfo).port));
