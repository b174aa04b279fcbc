import { Injectable } from '@nestjs/common';
import express from 'express';
import type { RequestHandler } from 'express';
import { CATALOGUE } from '../errors/catalogue.js';
import { PlatformError } from '../errors/platform-error.js';
import { BodyLimits, DEFAULT_BODY_LIMITS } from './body-limits.js';
import type { PlatformRequest } from './platform-request.js';

/**
 * Reads request bodies when the pipeline asks for them, which is after authentication: strangers cannot make
 * the service parse ten megabytes. A body is read once; its error waits until the guards before it have spoken.
 */
@Injectable()
export class RequestBody {
  private readonly outcomes = new WeakMap<PlatformRequest, Promise<PlatformError | null>>();
  private readonly parsers = new Map<string, RequestHandler>();

  /** Reads and parses; never throws, so that a guard that only looks for client_id need not care. */
  read(request: PlatformRequest): Promise<PlatformError | null> {
    let outcome = this.outcomes.get(request);
    if (!outcome) {
      outcome = this.parse(request, limitsOf(request));
      this.outcomes.set(request, outcome);
    }
    return outcome;
  }

  private parse(request: PlatformRequest, limits: BodyLimits): Promise<PlatformError | null> {
    const hasBody =
      request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
    if (!hasBody) return Promise.resolve(null);
    const type = limits.types.find((candidate) => request.is(candidate));
    if (!type) {
      return Promise.resolve(
        new PlatformError(CATALOGUE.unsupportedMediaType, { message: `Send ${limits.types.join(' or ')}.` }),
      );
    }
    return new Promise((resolve) => {
      // Parsers only look at the request; Express's response is needed for its signature alone.
      this.parserFor(type, limits.bytes)(request, request.res!, (error?: unknown) => {
        resolve(error === undefined ? null : errorOf(error, limits));
      });
    });
  }

  private parserFor(type: string, bytes: number): RequestHandler {
    const key = `${type} ${bytes}`;
    let parser = this.parsers.get(key);
    if (!parser) {
      parser =
        type === 'application/json'
          ? express.json({ limit: bytes, type, strict: true })
          : express.text({ limit: bytes, type, defaultCharset: 'utf-8' });
      this.parsers.set(key, parser);
    }
    return parser;
  }
}

const limitsOf = ({ accessRule: rule }: PlatformRequest): BodyLimits =>
  (rule?.kind === 'protected' ? rule.body : undefined) ?? DEFAULT_BODY_LIMITS;

function errorOf(error: unknown, limits: BodyLimits): PlatformError {
  const { status } = error as { status?: number };
  if (status === 413) {
    return new PlatformError(CATALOGUE.contentTooLarge, {
      message: `The body is larger than the ${Math.floor(limits.bytes / 1024)} KiB this route accepts.`,
    });
  }
  if (status === 415) return new PlatformError(CATALOGUE.unsupportedMediaType);
  return new PlatformError(CATALOGUE.invalidJson);
}
