import { request as ask, type IncomingMessage, type Server } from 'node:http';
import { duplexPair, type Duplex } from 'node:stream';
import { json } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { AuthContext } from '../shared/auth-context.js';
import { CATALOGUE } from '../shared/catalogue.js';
import { notFound, PlatformError } from '../shared/platform-error.js';
import type { PlatformRequest } from '../shared/platform-request.js';

declare module '../shared/platform-request.js' {
  interface PlatformRequest {
    /** Why the request was refused, for the caller within this process. */
    refusal?: PlatformError;
  }
}

/** The response of a route of this application, and the caller it was for. */
export interface OwnAnswer {
  readonly auth: AuthContext;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Headers that identify the caller and the client. The portal has already replaced the session with
 * a bearer token.
 */
const PASSED_ON = ['host', 'authorization', 'x-api-key'] as const;

/**
 * Sends requests to routes of this application on behalf of the caller of a request, over a
 * connection within this process. They pass the whole pipeline with every guard: a caller who is
 * refused there is refused here.
 */
@Injectable()
export class OwnRoutes {
  /** Keyed by the connection on which it arrived. */
  private readonly asked = new WeakMap<Duplex, PlatformRequest>();
  private server: Server | undefined;

  constructor(private readonly host: HttpAdapterHost) {}

  /**
   * The request ends with the connection of its caller.
   * @param path with its query
   * @throws PlatformError the route's error
   */
  async get(caller: PlatformRequest, path: string): Promise<OwnAnswer> {
    const [near, far] = duplexPair();
    this.own().emit('connection', Object.assign(far, { remoteAddress: caller.ip }));
    const leave = (): void => {
      near.destroy();
      far.destroy();
    };
    caller.socket.once('close', leave);
    try {
      const { status, body } = await answerOn(near, path, {
        'x-request-id': caller.requestId,
        ...Object.fromEntries(
          PASSED_ON.flatMap((name) => (caller.headers[name] ? [[name, caller.headers[name]]] : [])),
        ),
      });
      const { auth, refusal } = this.asked.get(far) ?? {};
      if (refusal) throw refusal;
      if (!auth || status !== 200)
        throw new PlatformError(CATALOGUE.internalError, { cause: new Error(`${status} without a refusal`) });
      return { auth, body };
    } catch (error) {
      // The response no longer has a reader.
      if (near.destroyed && caller.socket.destroyed) throw notFound();
      throw error;
    } finally {
      caller.socket.off('close', leave);
    }
  }

  private own(): Server {
    if (this.server) return this.server;
    this.server = this.host.httpAdapter.getHttpServer() as Server;
    this.server.on('request', (request: PlatformRequest) => this.asked.set(request.socket, request));
    return this.server;
  }
}

async function answerOn(
  connection: Duplex,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number | undefined; readonly body: OwnAnswer['body'] }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    ask({ path, headers, createConnection: () => connection }, resolve)
      .on('error', reject)
      .end();
  });
  return { status: answer.statusCode, body: (await json(answer)) as OwnAnswer['body'] };
}
