import { createServer, type RequestListener, type Server } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { StreamableFile, type NestApplicationOptions } from '@nestjs/common';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { SETTINGS, type Settings } from './config/settings.js';
import { notFound } from './core/shared/platform-error.js';
import { BodyChunks } from './core/server/body/body-chunks.js';
import { BodyPace } from './core/server/body/body-pace.js';
import type { PlatformRequest } from './core/shared/platform-request.js';
import { isCompressible, takesGzip } from './core/server/pipeline/compress-answer.policy.js';
import { withoutPort } from './core/server/pipeline/caller-address.policy.js';
import { requestPipeline } from './core/server/pipeline/request-pipeline.js';
import { ConnectionRequest, limitPipelining } from './core/server/pipeline/limit-pipelining.js';
import { originForm } from './core/server/pipeline/request-target.policy.js';
import { UnreadResponses } from './core/server/pipeline/unread-responses.js';
import { answerUnreadable, refuseTunnel } from './core/server/pipeline/unreadable-request.js';
import { serveDocs } from './core/openapi/docs-pages.js';
import { ConnectionDrain } from './core/observability/connection-drain.js';
import { ShutdownState } from './core/observability/shutdown-state.js';
import { NestLog } from './core/observability/logging.js';
import { Metrics } from './core/observability/metrics.js';

// Express's router never sees headers this large: the guard refuses tokens over 8 KiB with a plain
// 401. For that Node must pass them on instead of closing the connection with a 431.
const MAX_HEADER_BYTES = 128 * 1024;

// Longer than the 60 s for which load balancers commonly keep idle connections. So they close
// connections first, and no request meets a connection that is closing.
const KEEP_ALIVE_MS = 65_000;

// A minute for a 10 MB batch over a slow line. Bodies that stall are ended long before (BodyPace).
const REQUEST_TIMEOUT_MS = 60_000;

// Headers fit into a few packets. A connection that has not sent them within this time only holds a
// socket.
const HEADERS_TIMEOUT_MS = 10_000;

// How often Node looks for connections that are past these limits; with Node's own 30 s, the ten
// seconds could become forty.
const TIMEOUT_CHECK_MS = 2_000;

const SERVER_OPTIONS = {
  maxHeaderSize: MAX_HEADER_BYTES,
  keepAliveTimeout: KEEP_ALIVE_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  headersTimeout: HEADERS_TIMEOUT_MS,
  connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  // Node would answer a request without Host with a bare 400; the pipeline says which header is
  // missing.
  requireHostHeader: false,
  IncomingMessage: ConnectionRequest,
};

// Takes a third of the default's time, for responses that are a tenth larger.
const GZIP_LEVEL = 3;

const gzipped = promisify(gzip);

type Handler = Parameters<ExpressAdapter['post']>[1];

/** Express on servers that accept large headers, and that answer all requests before they close. */
export class PlatformAdapter extends ExpressAdapter {
  private readonly drains: ConnectionDrain[] = [];
  private readonly untaken = new UnreadResponses();
  private announce = (): Promise<void> => Promise.resolve();

  constructor() {
    const instance = express();
    // A path is one text: a request must not pass a proxy's rule for a path by another spelling.
    instance.enable('case sensitive routing');
    instance.enable('strict routing');
    // Set in one place for everything that reads it: allowlists, doors and sessions.
    Object.defineProperty(instance.request, 'ip', {
      get(this: Request): string | undefined {
        const address = Reflect.get(express.request, 'ip', this);
        return address === undefined ? undefined : withoutPort(address);
      },
    });
    super(instance);
  }

  /** @param announce runs before connections are drained */
  announceBy(announce: () => Promise<void>): void {
    this.announce = announce;
  }

  override initHttpServer(): void {
    this.httpServer = this.serverOf(this.getInstance<RequestListener>());
  }

  /**
   * Opens the listener of the internal routes: the same application, drained like the public one.
   * @throws when the port is not available
   */
  async listenInternally(port: number, host: string): Promise<Server> {
    const answer = this.getInstance<RequestListener>();
    const markAndAnswer: RequestListener = (request, response) => {
      (request as PlatformRequest).isInternal = true;
      return answer(request, response);
    };
    const server = this.serverOf(markAndAnswer);
    server.maxConnections = (this.httpServer as Server).maxConnections;
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
    return server;
  }

  private serverOf(listener: RequestListener): Server {
    const server = createServer(SERVER_OPTIONS);
    // Runs before every other listener of a request.
    server.on('request', (request, response) => BodyChunks.watch(request, response));
    server.on(
      'request',
      limitPipelining((request, response) => {
        request.url = originForm(request.url!);
        return listener(request, response);
      }),
    );
    // Node would send 100 Continue at once, 417 without our headers, and no response at all to
    // CONNECT.
    server.on('checkContinue', (request: PlatformRequest, response) => {
      request.awaitsContinue = true;
      server.emit('request', request, response);
    });
    server.on('checkExpectation', (request: PlatformRequest, response) => {
      request.expectsUnknown = true;
      server.emit('request', request, response);
    });
    server.on('connect', refuseTunnel);
    server.on('clientError', answerUnreadable);
    this.drains.push(new ConnectionDrain(server));
    return server;
  }

  // The body's memory stays reserved while a route works, from its guards to its answer.
  override post(path: string | Handler, handler?: Handler): unknown {
    return handler ? super.post(path, givingBackMemory(handler)) : super.post(path as Handler);
  }

  override put(path: string | Handler, handler?: Handler): unknown {
    return handler ? super.put(path, givingBackMemory(handler)) : super.put(path as Handler);
  }

  override patch(path: string | Handler, handler?: Handler): unknown {
    return handler ? super.patch(path, givingBackMemory(handler)) : super.patch(path as Handler);
  }

  override delete(path: string | Handler, handler?: Handler): unknown {
    return handler ? super.delete(path, givingBackMemory(handler)) : super.delete(path as Handler);
  }

  /**
   * Sends JSON without the detours of Express's res.json(), which looks up settings, parses the
   * content type it has just written and considers an ETag: a tenth of the cost of a request.
   */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    // A file with a length is in memory.
    if (body instanceof StreamableFile) this.untaken.follow(response, body.getHeaders().length ?? 0);
    if (typeof body !== 'object' || body === null || body instanceof StreamableFile) {
      return super.reply(response, body, statusCode);
    }
    const text = JSON.stringify(body);
    const bytes = Buffer.byteLength(text);
    if (statusCode !== undefined) response.statusCode = statusCode;
    if (!response.hasHeader('Content-Type')) {
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
    }
    if (isCompressible(response.req, response.statusCode, bytes)) {
      response.vary('Accept-Encoding');
      if (takesGzip(response.req.headers['accept-encoding'])) return this.sendCompressed(response, text);
    }
    return this.send(response, text, bytes);
  }

  private async sendCompressed(response: Response, text: string): Promise<Response> {
    const content = await gzipped(text, { level: GZIP_LEVEL });
    response.setHeader('Content-Encoding', 'gzip');
    return this.send(response, content, content.length);
  }

  private send(response: Response, content: string | Buffer, bytes: number): Response {
    response.setHeader('Content-Length', bytes);
    response.end(content);
    this.untaken.follow(response, bytes);
    return response;
  }

  // A promise, which Nest waits for: the types of Express's adapter do not say so.
  override beforeClose(): unknown {
    return this.announce().then(() => {
      super.beforeClose();
      for (const drain of this.drains) drain.begin();
    });
  }

  override async close(): Promise<void> {
    await Promise.all(this.drains.map((drain) => drain.close()));
  }
}

/**
 * Frees the memory when the handler ends, not when the answer is out or its caller has gone: the
 * work continues without them, and holds its body.
 */
const givingBackMemory =
  (handler: Handler): Handler =>
  async (request: PlatformRequest, response: Response, next) => {
    try {
      await handler(request, response, next);
    } finally {
      request.bodyLease?.release();
    }
  };

/** Options with which `main` and every test create the application. */
export function applicationOptions(log: Logger): NestApplicationOptions {
  return {
    logger: new NestLog(log),
    // Bodies are read by the guards, after authentication.
    bodyParser: false,
    // A path with a literal part wins over one with a parameter there, independent of the order of
    // declaration; routes that this does not tell apart stop the boot.
    routeResolutionStrategy: 'specificity',
    routeConflictPolicy: { duplicate: 'error', shadow: 'error' },
    abortOnError: false,
  };
}

/**
 * Everything about the application that is not a module: the same for `main` and for every test.
 * @returns work that is better done before the first request than during it
 */
export function configureApp(app: NestExpressApplication, log: Logger): () => void {
  const settings = app.get<Settings>(SETTINGS);
  const metrics = app.get(Metrics);
  const pace = app.get(BodyPace);
  const departure = app.get(ShutdownState);
  adapterOf(app).announceBy(() => departure.announce(settings.http.shutdownDelayMs));
  app.getHttpServer().maxConnections = settings.http.maxConnections;
  app.disable('x-powered-by');
  // Hashing every body for a weak ETag costs a fifth of the throughput, and no route relies on one.
  app.disable('etag');
  app.set('trust proxy', settings.http.trustedProxies);
  app.set('query parser', 'simple');
  app.use(
    requestPipeline(
      log,
      settings.admin.port === 0 ? () => undefined : (...request) => metrics.observeRequest(...request),
      (request) => pace.boundRest(request),
    ),
  );
  if (settings.http.internalPort !== 0) app.use(keepApart);
  const prepareDocs = settings.docs.isOpen ? serveDocs(app) : () => undefined;
  return prepareDocs;
}

const adapterOf = (app: NestExpressApplication): PlatformAdapter =>
  app.getHttpAdapter() as unknown as PlatformAdapter;

/** Opens the ports of the settings. */
export async function listen(app: NestExpressApplication): Promise<void> {
  const { http } = app.get<Settings>(SETTINGS);
  // The internal listener starts first: once the public one answers, everything is available.
  if (http.internalPort !== 0) {
    await app.init();
    await adapterOf(app).listenInternally(http.internalPort, http.host);
  }
  await app.listen(http.port, http.host);
}

/**
 * If internal routes have a separate listener, each listener serves only the routes of its kind.
 */
function keepApart(request: PlatformRequest, _response: Response, next: NextFunction): void {
  const isInternalRoute = request.path.startsWith('/internal/');
  next(isInternalRoute === (request.isInternal ?? false) ? undefined : notFound());
}
