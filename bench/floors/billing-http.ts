import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { BILLING_CONFIGURATION } from '#app/features/billing/configuration/billing-configuration.queries.js';
import {
  FAILED_BY_REASON,
  METER_EVIDENCE,
  USAGE_BY_PROJECT,
} from '#app/features/billing/overview/usage-evidence.queries.js';
import { announce } from '../harness/children.ts';

// The floor of the overview of billing: node:http and the named statements, without router,
// credentials, row-level security, provider, decision or log.

const [, , metadataUrl, clientId = '', start = '', end = ''] = process.argv;
// As many connections as our own processes use by default.
const pool = new Pool({ connectionString: metadataUrl, max: 10 });
const TENANT = [clientId, 'prod'];
const PERIOD = [...TENANT, new Date(start), new Date(end)];

/** The statements of one overview, one after another, as the service sends them. */
async function overview(): Promise<object> {
  const { rows: configurations } = await pool.query<object>({ ...BILLING_CONFIGURATION, values: TENANT });
  const { rows: meters } = await pool.query<object>({ ...METER_EVIDENCE, values: PERIOD });
  const { rows: projects } = await pool.query<object>({ ...USAGE_BY_PROJECT, values: PERIOD });
  const { rows: failures } = await pool.query<object>({ ...FAILED_BY_REASON, values: PERIOD });
  return { configurations, meters, projects, failures };
}

const server = createServer((_request, response) => {
  void overview().then(
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
