import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { context, SpanKind, SpanStatusCode, trace, type Span, type Tracer } from '@opentelemetry/api';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';

/**
 * Spans of outgoing requests, within those around them: of undici (addresses of others, sign-in)
 * and of Node's client (SDKs of the key provider, of the bucket and of billing). None of them sends
 * a `traceparent`: receivers are other parties, and what they receive is signed.
 * @returns ends it
 */
export function traceOutgoing(tracer: Tracer): () => void {
  const undici = new UndiciInstrumentation({ requireParentforSpans: true });
  const spans = new WeakMap<ClientRequest, Span>();
  const started = (message: unknown): void => {
    const { request } = message as { request: ClientRequest };
    if (trace.getSpan(context.active()) === undefined) return;
    const attributes = { 'http.request.method': request.method, 'server.address': request.host };
    spans.set(request, tracer.startSpan(request.method, { kind: SpanKind.CLIENT, attributes }));
  };
  const finished = (message: unknown): void => {
    const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', response.statusCode ?? 0);
    if ((response.statusCode ?? 0) >= 400) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  };
  const failed = (message: unknown): void => {
    const { request, error } = message as { request: ClientRequest; error: NodeJS.ErrnoException };
    const span = spans.get(request);
    span?.setAttribute('error.type', error.code ?? error.name);
    span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  };
  subscribe('http.client.request.start', started);
  subscribe('http.client.response.finish', finished);
  subscribe('http.client.request.error', failed);
  return () => {
    undici.disable();
    unsubscribe('http.client.request.start', started);
    unsubscribe('http.client.response.finish', finished);
    unsubscribe('http.client.request.error', failed);
  };
}
