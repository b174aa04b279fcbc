import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { CAPACITY_OVERVIEW } from '#app/features/live-capacity/overview/overview.queries.js';
import { announce } from '../harness/children.ts';

// The floor of the overview of capacity: node:http and the named statement, without router,
// credentials, row-level security or log.

// As many connections as our own processes take by default.
const pool = new Pool({ connectionString: process.argv[2], max: 10 });
const [, , , pageSize = '50'] = process.argv;
const HOUR_MS = 3_600_000;
const TENANT = ['client-1', 'prod'];

/** One page, as the service queries it. */
async function overview(): Promise<object[]> {
  const values = [...TENANT, null, new Date(Date.now() - HOUR_MS), Number(pageSize), 0];
  return (await pool.query<object>({ ...CAPACITY_OVERVIEW, values })).rows;
}

const server = createServer((_request, response) => {
  void overview().then(
    (rows) => {
      const text = JSON.stringify(rows);
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
