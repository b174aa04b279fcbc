import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { wantsPage } from '#app/features/portal/rules/page-paths.policy.js';

const PORTAL = join(import.meta.dirname, '../../portal');

interface Options {
  readonly host: string;
  /** The port that browsers use. */
  readonly port: number;
  readonly apiPort: number;
  /** Settles when the API responds: a request during its restart waits. */
  readonly apiIsUp: () => Promise<unknown>;
}

/**
 * Serves the pages of the portal from their sources, with each edit immediately, and proxies
 * everything else to the API.
 */
export async function servePages({ host, port, apiPort, apiIsUp }: Options): Promise<{
  stop(): Promise<void>;
}> {
  const { createServer: createPages, createLogger } = await import('vite');
  const server = createServer();
  const logger = createLogger();
  const customLogger: typeof logger = {
    ...logger,
    // A restart ends requests in progress, including those of the voice runtimes; each would print
    // a stack trace.
    error: (message, options) => {
      if (!message.includes('proxy error')) logger.error(message, options);
    },
  };
  // Runs inside our own server: Vite's own would end this process at SIGTERM before everything else
  // is stopped.
  const pages = await createPages({
    configFile: join(PORTAL, 'vite.config.ts'),
    root: PORTAL,
    customLogger,
    server: {
      middlewareMode: true,
      hmr: { server },
      proxy: {
        '^/(?!portal/)': {
          target: `http://127.0.0.1:${apiPort}`,
          bypass: async ({ method = 'GET', url = '/', headers }) => {
            const [path = '/'] = url.split('?');
            if (wantsPage(method, path, headers.accept)) return '/portal/index.html';
            await apiIsUp();
            return undefined;
          },
        },
      },
    },
  });
  server.on('request', pages.middlewares);
  server.listen(port, host);
  await once(server, 'listening');
  return {
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await pages.close();
    },
  };
}
