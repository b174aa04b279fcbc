import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { Client } from 'pg';
import { newSecret, PortalSecrets } from '#app/features/portal/lookup/portal-secrets.js';
import { compare } from '../harness/compare.ts';
import type { Row } from '../harness/compare.ts';
import { getRequest, requestsPerSecond } from '../harness/load.ts';
import type { Platform } from '../harness/platform.ts';

/** As in P2. */
const REQUESTS = 3000;
const PAIRS = 15;

/**
 * Signs the platform's people in, like the callback.
 * @returns their cookies
 */
export async function openSessions({
  environment,
  metadataSuperuserUrl,
  tokens,
}: Platform): Promise<string[]> {
  const pepper = Buffer.from(environment['API_KEY_PEPPER'] ?? '', 'base64');
  const secrets = new PortalSecrets({ apiKeys: { pepper, otherPeppers: [] } });
  const client = new Client({ connectionString: metadataSuperuserUrl });
  await client.connect();
  const cookies: string[] = [];
  try {
    for (const access of tokens) {
      const cookie = newSecret();
      const sessionId = randomUUID();
      const { sub, exp = 0 } = jwt.decode(access, { json: true }) ?? {};
      await client.query(
        `INSERT INTO portal_sessions (session_id, id_hash, subject, data_env, tokens_encrypted, token_given_at, token_ends_at,
                                      is_renewable, created_at, last_seen_at, ends_at, amr, ip_masked, agent)
         VALUES ($1, $2, $3, 'prod', $4, now(), to_timestamp($5), false, now(), now(), now() + interval '30 minutes', '{}', '', '')`,
        [
          sessionId,
          secrets.hash('session', cookie),
          sub,
          secrets.seal(sessionId, { access, refresh: null }),
          exp,
        ],
      );
      cookies.push(cookie);
    }
  } finally {
    await client.end();
  }
  return cookies;
}

export const P2_SESSION: Row = {
  id: 'P2s',
  what: 'the same by a session, GET /api/v1/partner/me with its cookie',
  against: 'the same with the bearer token itself',
  unit: 'requests/s',
  // At most 0.15 of a request more.
  target: { atLeast: 0.87 },
  measure: async ({ platform, client, startOurs }) => {
    const ours = await startOurs();
    const bySession = (await openSessions(platform)).map((cookie) =>
      getRequest('/api/v1/partner/me', { Cookie: `session=${cookie}` }),
    );
    const byToken = platform.tokens.map((token) =>
      getRequest('/v1/partner/me', { Authorization: `Bearer ${token}` }),
    );
    const figures = await compare(
      PAIRS,
      () => requestsPerSecond(client, ours.port, bySession, REQUESTS),
      () => requestsPerSecond(client, ours.port, byToken, REQUESTS),
    );
    await ours.stop();
    return figures;
  },
};
