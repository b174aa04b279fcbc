import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { readIfPresent, writePrivateFile } from '../files.ts';
import { preferredPort } from '../ports.ts';

/** The receiver's behaviour, by path. */
export const RECEIVER_PATHS = {
  /** Accepts most events immediately, some at the second attempt, and refuses a few. */
  calls: '/calls',
  /** Has moved permanently. */
  moved: '/moved-away',
} as const;

/**
 * How often an event is accepted at the second attempt, and how often one is refused: among the
 * first five events, two are.
 */
const LATE = { every: 8, at: 3 };
const REFUSED = { every: 25, at: 5 };

const NO_CONTENT = 204;
const GONE = 410;
const UNPROCESSABLE = 422;
const UNAVAILABLE = 503;

export interface WebhookReceiver {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Receives the deliveries of the demo's webhooks on loopback, like a partner's system: only for
 * local use.
 * @param stateFile keeps the last port (mode 0600), so that webhooks of an earlier start still
 *   point here
 */
export async function startWebhookReceiver(stateFile: string): Promise<WebhookReceiver> {
  const saved = readIfPresent(stateFile);
  const last = saved === null ? undefined : (JSON.parse(saved) as { port: number }).port;
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    // No connection outlives its response, so none is found dead after a restart on the same port.
    response.shouldKeepAlive = false;
    statusFor(request, seen)
      .then((status) => response.writeHead(status).end())
      .catch(() => response.destroy());
  });
  server.listen(await preferredPort(last), '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  writePrivateFile(stateFile, JSON.stringify({ port }));
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** @param seen events that arrived earlier */
async function statusFor(request: IncomingMessage, seen: Set<string>): Promise<number> {
  const { id } = (await json(request)) as { id: string };
  if (request.url !== RECEIVER_PATHS.calls) return GONE;
  if (seen.has(id)) return NO_CONTENT;
  seen.add(id);
  const isAt = ({ every, at }: typeof LATE): boolean => seen.size % every === at;
  return isAt(REFUSED) ? UNPROCESSABLE : isAt(LATE) ? UNAVAILABLE : NO_CONTENT;
}
