import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { Injectable } from '@nestjs/common';
import express from 'express';
import type { RequestHandler } from 'express';
import { CATALOGUE } from '../errors/catalogue.js';
import { PlatformError, validationFailed } from '../errors/platform-error.js';
import { BodyLimits, DEFAULT_BODY_LIMITS } from './body-limits.js';
import type { PlatformRequest } from './platform-request.js';
import { mayHoldSurrogates, surrogateFault, utf8Fault } from './text.policy.js';

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
    if (!isUtf8Charset(request.headers['content-type'])) {
      return Promise.resolve(
        new PlatformError(CATALOGUE.unsupportedMediaType, {
          message: 'Send UTF-8; no other charset is read.',
        }),
      );
    }
    // Said at once, instead of after the last of its bytes.
    if (Number(request.headers['content-length']) > limits.bytes) return Promise.resolve(tooLarge(limits));
    if (limits.streamed) return Promise.resolve(null);
    return new Promise((resolve) => {
      // Parsers only look at the request; Express's response is needed for its signature alone.
      this.parserFor(limits)(request, request.res!, (error?: unknown) => {
        resolve(error === undefined ? textError(request) : errorOf(error, limits));
      });
    });
  }

  // Compressed bodies are refused (415): a few KB that unfold to the limit cost their sender nothing.
  private parserFor({ bytes, raw = false }: BodyLimits): RequestHandler {
    const key = `${raw} ${bytes}`;
    let parser = this.parsers.get(key);
    if (!parser) {
      const options = { limit: bytes, inflate: false, type: () => true };
      parser = raw ? express.raw(options) : express.json({ ...options, strict: true, verify: keepBytes });
      this.parsers.set(key, parser);
    }
    return parser;
  }
}

// For fingerprints of requests; the parser holds the bytes anyway.
function keepBytes(request: IncomingMessage, _response: unknown, bytes: Buffer): void {
  (request as PlatformRequest).rawBody = bytes;
  const fault = utf8Fault(bytes, ['body']);
  if (fault) throw validationFailed(fault);
}

/** What is sent without a charset is UTF-8 (RFC 8259, section 8.1). */
function isUtf8Charset(contentType = ''): boolean {
  try {
    return (new MIMEType(contentType).params.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8';
  } catch {
    // What is no media type is no type of this route either.
    return false;
  }
}

/** Halves of surrogate pairs, which only escapes can bring: no store keeps them as they are. */
function textError({ rawBody, body }: PlatformRequest): PlatformError | null {
  const fault = rawBody && mayHoldSurrogates(rawBody) ? surrogateFault(body) : null;
  return fault && validationFailed(fault);
}

const limitsOf = ({ accessRule: rule }: PlatformRequest): BodyLimits =>
  (rule?.kind === 'protected' ? rule.body : undefined) ?? DEFAULT_BODY_LIMITS;

function errorOf(error: unknown, limits: BodyLimits): PlatformError {
  if (error instanceof PlatformError) return error;
  const { status } = error as { status?: number };
  if (status === 413) return tooLarge(limits);
  if (status === 415) return new PlatformError(CATALOGUE.unsupportedMediaType);
  return new PlatformError(CATALOGUE.invalidJson);
}

const tooLarge = (limits: BodyLimits): PlatformError =>
  new PlatformError(CATALOGUE.contentTooLarge, {
    message: `The body is larger than the ${Math.floor(limits.bytes / 1024)} KiB this route accepts.`,
  });
