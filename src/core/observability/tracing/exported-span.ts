import { TraceFlags, type Attributes, type SpanContext } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';

/**
 * The only attributes that are exported with a span. Instrumentation adds addresses with paths and
 * queries, which may hold telephone numbers, and messages of errors, which may quote input.
 */
const EXPORTED = new Set([
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'server.address',
  'server.port',
  'db.system.name',
  'db.namespace',
  'db.operation.name',
  'error.type',
  'client_id',
  'data_env',
  'request_id',
  'work.items',
]);

/**
 * A span as it may be exported: only allowed attributes, no events, no messages, no trace state.
 */
export function exportedSpan(span: ReadableSpan): ReadableSpan {
  const attributes: Attributes = Object.fromEntries(
    Object.entries(span.attributes).filter(([name]) => EXPORTED.has(name)),
  );
  const host = attributes['server.address'];
  return {
    name: typeof host === 'string' ? `${span.name} ${host}` : span.name,
    kind: span.kind,
    spanContext: () => sampled(span.spanContext()),
    ...(span.parentSpanContext && { parentSpanContext: sampled(span.parentSpanContext) }),
    startTime: span.startTime,
    endTime: span.endTime,
    status: { code: span.status.code },
    attributes,
    links: span.links.map(({ context }) => ({ context: sampled(context) })),
    events: [],
    duration: span.duration,
    ended: span.ended,
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: span.droppedLinksCount,
  };
}

const sampled = ({ traceId, spanId, isRemote }: SpanContext): SpanContext => ({
  traceId,
  spanId,
  traceFlags: TraceFlags.SAMPLED,
  ...(isRemote === undefined ? {} : { isRemote }),
});
