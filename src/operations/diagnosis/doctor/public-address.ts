import { connect } from 'node:tls';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import type { Finding } from './database-findings.policy.js';

// Certificates are renewed a month before their end: one with two weeks left was not.
const SOON_MS = 14 * DAY_MS;
const ANSWER_MS = 5_000;

/** The certificate of the address that browsers show (PORTAL_URL). */
export async function publicAddress(
  address: string,
  now: Date,
): Promise<{ summary: string; findings: readonly Finding[] }> {
  const url = new URL(address);
  if (url.protocol !== 'https:') return { summary: `${url.origin}, no TLS`, findings: [] };
  const ends = await certificateEnds(url);
  // Some networks do not lead from inside to their public address.
  if (ends === null)
    return { summary: `${url.origin} does not answer here, so its certificate is unknown`, findings: [] };
  const day = ends.toISOString().slice(0, 10);
  const isSoon = ends.getTime() - now.getTime() < SOON_MS;
  return {
    summary: `${url.origin}, certificate until ${day}`,
    findings: isSoon
      ? [
          {
            what: `The certificate of ${url.origin} expires on ${day}`,
            remedy: 'Renew it at the edge: browsers and callers refuse the address from then on.',
          },
        ]
      : [],
  };
}

/** @returns null if nothing answers with a certificate in time */
function certificateEnds({ hostname, port }: URL): Promise<Date | null> {
  return new Promise((resolve) => {
    // An expired certificate is read like any other, and nothing is sent.
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
      timeout: ANSWER_MS,
    });
    const end = (ends: Date | null): void => {
      resolve(ends);
      socket.destroy();
    };
    socket.once('secureConnect', () => {
      const { valid_to: text } = socket.getPeerCertificate();
      end(text ? new Date(text) : null);
    });
    socket.once('timeout', () => end(null));
    socket.on('error', () => end(null));
  });
}
