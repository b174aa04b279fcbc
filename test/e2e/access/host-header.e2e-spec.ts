import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { useSharedApp } from '../../support/shared-app.js';

// requests 1.4
describe('the Host of a request', () => {
  const test = useSharedApp();

  /**
   * Status and body of the response to these raw header lines, which HTTP clients would correct.
   */
  const ask = (hosts: readonly string[], version = '1.1'): Promise<{ status: number; body: string }> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(test.baseUrl);
      const socket = connect(Number(port), hostname);
      const received: Buffer[] = [];
      socket.on('data', (chunk) => received.push(chunk)).on('error', reject);
      socket.on('end', () => {
        const [head = '', body = ''] = Buffer.concat(received).toString('utf8').split('\r\n\r\n');
        resolve({ status: Number(head.split(' ')[1]), body });
      });
      const lines = [`GET /v1/health HTTP/${version}`, ...hosts, 'Connection: close'];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    });

  it.each([
    ['two different ones', ['Host: a.example', 'Host: b.example']],
    ['the same one twice', ['Host: a.example', 'host: a.example']],
    ['none', []],
    ['an empty one', ['Host:']],
    ['two in one', ['Host: a.example, b.example']],
    ['a path', ['Host: a.example/v1']],
    ['credentials', ['Host: me@a.example']],
    ['a port that is no number', ['Host: a.example:http']],
  ])('is 400 that names the header for %s', async (_, hosts) => {
    const { status, body } = await ask(hosts);
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ error: { field_errors: [{ field: 'Host' }] } });
  });

  it.each([
    ['a name', ['Host: a.example'], '1.1'],
    ['a name and a port', ['Host: a.example:8443'], '1.1'],
    ['none, where HTTP/1.0 asks for none', [], '1.0'],
  ])('is taken as %s', async (_, hosts, version) => {
    expect((await ask(hosts, version)).status).toBe(200);
  });
});
