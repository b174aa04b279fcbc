import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { announce } from '../harness/children.ts';
import { FLOOR_QUERIES } from './calls-queries.ts';

// The floor of the group `calls`: node:http and one prepared statement for each request, without
// router, credentials, row-level security or log. A path is the name of the statements and their
// parameters after the tenant.

// As many connections as our own processes take by default.
const pool = new Pool({ connectionString: process.argv[2], max: 10 });
const server = createServer((request, response) => {
  const [name = '', ...values] = (request.url ?? '').slice(1).split('/');
  const statements = FLOOR_QUERIES[name] ?? [];
  Promise.all(
    statements.map(({ own, ...statement }) =>
      pool.query({ ...statement, values: ['client-1', 'prod', ...values.slice(0, own)] }),
    ),
  ).then(
    (results) =>
      answer(
        response,
        200,
        results.map(({ rows }: { rows: object[] }) => rows),
      ),
    (error: unknown) => answer(response, 500, { error: String(error) }),
  );
});

function answer(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

server.listen(0, '127.0.0.1', () => announce((server.address() as AddressInfo).port));
