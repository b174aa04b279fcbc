import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { INSERT_AUDIT_EVENT } from '#app/core/database/metadata/metadata.queries.js';
import { PROJECT_CONFIGURATION } from '#app/features/configuration/lookup/configurations.queries.js';
import { RUNTIME_CONFIGURATION, RUNTIME_STATE } from '#app/features/runtime/lookup/runtime.queries.js';
import { announce } from '../harness/children.ts';
import { readPerson } from './read-person.ts';

// The floor of the rows of the workspace: node:http and the named statements of one request,
// without router, credentials, row-level security, keys or log. Sealed values stay sealed.

// As many connections as our own processes take by default.
const pool = new Pool({ connectionString: process.argv[2], max: 10 });
const [, , , projectId = ''] = process.argv;
const PROJECT = ['client-1', 'prod', projectId];
const ETAG = '"as-it-was"';

const FLOORS: Readonly<Record<string, () => Promise<object | null>>> = {
  '/configuration': async () => {
    const { rows } = await pool.query<object>({ ...RUNTIME_CONFIGURATION, values: PROJECT });
    await pool.query({
      ...INSERT_AUDIT_EVENT,
      values: [
        ...['client-1', 'prod', new Date(), 'runtime_configuration.read', 'success', 'api_key', 'bench'],
        ...['runtime-ingest', 'bench', JSON.stringify({ project_id: projectId })],
      ],
    });
    return rows[0] ?? {};
  },
  '/state': async () => {
    await pool.query({ ...RUNTIME_STATE, values: PROJECT });
    return null;
  },
  '/draft': async () => {
    await readPerson(pool);
    const { rows } = await pool.query<object>({ ...PROJECT_CONFIGURATION, values: PROJECT });
    return rows[0] ?? {};
  },
};

const server = createServer((request, response) => {
  FLOORS[request.url ?? '']?.().then(
    (row) => {
      if (row === null) return response.writeHead(304, { ETag: ETAG }).end();
      const text = JSON.stringify(row);
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
        ETag: ETAG,
      });
      return response.end(text);
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});

server.listen(0, '127.0.0.1', () => announce((server.address() as AddressInfo).port));
