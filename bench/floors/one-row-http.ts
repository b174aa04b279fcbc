import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { announce } from '../harness/children.ts';

// The floor of P2: node:http and one prepared statement that reads one row by its primary key. No
// router, no credentials, no log.

const CLIENT = {
  name: 'client_by_id',
  text: 'SELECT client_id, business_name, timezone, status FROM clients WHERE client_id = $1',
};

// As many connections as our own processes use by default.
const pool = new Pool({ connectionString: process.argv[2], max: 10 });
const server = createServer((request, response) => {
  const clientId = request.url?.slice('/clients/'.length);
  pool.query({ ...CLIENT, values: [clientId] }).then(
    ({ rows }: { rows: object[] }) => answer(response, 200, rows[0] ?? {}),
    () => answer(response, 500, {}),
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
