import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { StreamableFile } from '@nestjs/common';
import type { NestApplicationOptions } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { SETTINGS } from './config/settings.js';
import type { Settings } from './config/settings.js';
import { requestPipeline } from './core/http/request-pipeline.js';
import { serveOpenApi } from './core/http/openapi.js';
import { ConnectionDrain } from './core/observability/connection-drain.js';
import { NestLog } from './core/observability/logging.js';
import { Metrics } from './core/observability/metrics.js';

// Express's router never sees headers this large: tokens over 8 KiB are refused by the guard with a plain 401,
// which needs Node to hand them over instead of hanging up with a 431.
const MAX_HEADER_BYTES = 128 * 1024;

// Longer than the 60 s for which load balancers commonly keep idle connections, so that it is they who close
// them and never a request that meets a connection on its way out.
const KEEP_ALIVE_MS = 65_000;

// A minute for a 10 MB batch over a slow line; whoever sends slower than that is holding a socket.
const REQUEST_TIMEOUT_MS = 60_000;

/** Express on a server that reads large headers and answers everything before it closes. */
export class PlatformAdapter extends ExpressAdapter {
  private drain: ConnectionDrain | undefined;

  override initHttpServer(): void {
    const server = createServer(
      {
        maxHeaderSize: MAX_HEADER_BYTES,
        keepAliveTimeout: KEEP_ALIVE_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
      },
      this.getInstance<RequestListener>(),
    );
    this.httpServer = server;
    this.drain = new ConnectionDrain(server);
  }

  /**
   * Sends JSON without the detours of Express's res.json(), which looks up settings, parses the content type it
   * has just written and considers an ETag: a tenth of what a request costs.
   */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (typeof body !== 'object' || body === null || body instanceof StreamableFile) {
      return super.reply(response, body, statusCode);
    }
    const text = JSON.stringify(body);
    if (statusCode !== undefined) response.statusCode = statusCode;
    if (!response.hasHeader('Content-Type')) {
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
    }
    response.setHeader('Content-Length', Buffer.byteLength(text));
    return response.end(text);
  }

  override beforeClose(): void {
    super.beforeClose();
    this.drain?.begin();
  }

  override async close(): Promise<void> {
    await this.drain?.close();
  }
}

/** Options with which `main` and every test create the application. */
export function applicationOptions(log: Logger): NestApplicationOptions {
  return {
    logger: new NestLog(log),
    // Bodies are read by the guards, after authentication.
    bodyParser: false,
    // A path with a literal part wins over one with a parameter there, wherever the two are declared; routes that
    // this does not tell apart stop the boot.
    routeResolutionStrategy: 'specificity',
    routeConflictPolicy: { duplicate: 'error', shadow: 'error' },
    abortOnError: false,
  };
}

/** Everything about the application that is not a module: the same for `main` and for every test. */
export function configureApp(app: NestExpressApplication, log: Logger): void {
  const settings = app.get<Settings>(SETTINGS);
  const metrics = app.get(Metrics);
  app.disable('x-powered-by');
  // Hashing every body for a weak ETag costs a fifth of the throughput, and no route relies on one.
  app.disable('etag');
  app.set('trust proxy', settings.http.trustedProxies);
  app.set('query parser', 'simple');
  app.use(
    requestPipeline(
      log,
      settings.admin.port === 0 ? () => undefined : (...request) => metrics.observeRequest(...request),
    ),
  );
  serveOpenApi(app);
  // Without useProcessExit the process would end by the signal itself, and its status would not be 0.
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
}
