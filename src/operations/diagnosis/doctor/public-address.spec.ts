import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { CertificateAuthority } from '../../../../test/support/certificate-authority.js';
import { perSuite } from '../../../../test/support/frames.js';
import { publicAddress } from './public-address.js';

// operations 8.3
describe('the certificate of the public address', () => {
  const server = perSuite(
    async () => {
      const made = createServer(new CertificateAuthority().issue(['localhost'], { lastYear: 27 }));
      await once(made.listen(0, 'localhost'), 'listening');
      return made;
    },
    (made) => void made.close(),
  );
  const origin = (): string => `https://localhost:${(server.address() as AddressInfo).port}`;

  it.each([
    ['2026-12-17T23:00:00.000Z', []],
    ['2026-12-18T01:00:00.000Z', ['expires on 2027-01-01']],
    ['2027-03-01T00:00:00.000Z', ['expires on 2027-01-01']],
  ])('is looked at on %s: %j', async (now, ends) => {
    const { summary, findings } = await publicAddress(`${origin()}/portal`, new Date(now));
    expect(summary).toBe(`${origin()}, certificate until 2027-01-01`);
    expect(findings.map(({ what }) => what)).toEqual(
      ends.map((end) => `The certificate of ${origin()} ${end}`),
    );
  });

  it('is unknown where nothing answers, and there is none without TLS', async () => {
    const now = new Date('2027-03-01T00:00:00.000Z');
    expect(await publicAddress('https://localhost:1', now)).toEqual({
      summary: 'https://localhost:1 does not answer here, so its certificate is unknown',
      findings: [],
    });
    expect(await publicAddress('http://localhost:3000', now)).toEqual({
      summary: 'http://localhost:3000, no TLS',
      findings: [],
    });
  });
});
