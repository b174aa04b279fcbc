import { createPublicKey } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';

/** Publishes signing keys like an identity provider, counts requests, and can fail on demand. */
export interface KeyPublisher {
  readonly url: string;
  /** How often the keys were requested. */
  asked(): number;
  /** Sets the answer from now on: the fixture's key with others, or a failure. */
  answer(what: 'keys' | 'failure'): void;
  publish(key: object): void;
  close(): Promise<void>;
}

/** The provider's public key as it is published. */
export function publishedKey(): { readonly pem: string; readonly jwk: object } {
  const { signingKey } = inject('fixture');
  const key = createPublicKey(signingKey.pem);
  const jwk = { ...key.export({ format: 'jwk' }), kid: signingKey.kid, alg: 'RS256', use: 'sig' };
  return { pem: key.export({ format: 'pem', type: 'spki' }).toString(), jwk };
}

export async function startKeyPublisher(): Promise<KeyPublisher> {
  const keys: object[] = [publishedKey().jwk];
  let asked = 0;
  let works = true;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(works ? 200 : 500, { 'Content-Type': 'application/json', Connection: 'close' });
    response.end(works ? JSON.stringify({ keys }) : '{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`,
    asked: () => asked,
    answer: (what) => {
      works = what === 'keys';
    },
    publish: (key) => keys.push(key),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
