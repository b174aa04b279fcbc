import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { CUSTOMER_BADGE } from '#app/features/support/counts/counts.queries.js';
import { announce } from '../harness/children.ts';

// The floor of the badge of support: node:http and the named statement, without router, credentials,
// row-level security or log.

// As many connections as our own processes take by default.
const pool = new Pool({ connectionString: process.argv[2], max: 10 });
const [, , , person = ''] = process.argv;
const VALUES = ['client-1', 'prod', person, true, [], true];

const server = createServer((_request, response) => {
  void pool.query<{ unread: number; awaiting: number }>({ ...CUSTOMER_BADGE, values: VALUES }).then(
    ({ rows: [row] }) => {
      const text = JSON.stringify({ unread_count: row?.unread, awaiting_you_count: row?.awaiting });
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
