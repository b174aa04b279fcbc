import {
  context,
  defaultTextMapGetter,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Link,
  type Span,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, createAlwaysRecordSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Settings } from '../../../config/settings.js';
import type { RequestSpan, SpanFacts, Tracing } from '../../shared/tracing/tracing.js';
import { traceOutgoing } from './http-clients.js';
import { samplerOf } from './samplers.js';
import { TraceKeeper } from './trace-keeper.js';

const W3C = new W3CTraceContextPropagator();

// A batch of work has many causes; the first ones lead back far enough.
const MAX_LINKS = 10;

/** Traces by OpenTelemetry, sent to a collector by OTLP over HTTP. */
export class OpenTelemetryTracing implements Tracing {
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;
  private readonly stopOutgoing: () => void;
  private readonly trustsAll: boolean;

  constructor({ tracing, version }: Pick<Settings, 'tracing' | 'version'>, process: string) {
    const batches = new BatchSpanProcessor({ exporter: new OTLPTraceExporter() });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.name': tracing.serviceName,
        'service.version': version,
        'service.instance.role': process,
      }),
      sampler: createAlwaysRecordSampler(samplerOf(tracing)),
      spanProcessors: [new TraceKeeper(batches)],
    });
    this.trustsAll = tracing.parents === 'all';
    trace.setGlobalTracerProvider(this.provider);
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    this.tracer = this.provider.getTracer('telephony-platform', version);
    this.stopOutgoing = traceOutgoing(this.tracer);
  }

  request(method: string, path: string, traceparent: unknown): RequestSpan {
    const caller = spanContextOf(traceparent);
    // Anonymous callers choose the IDs and the sampled flag of their traceparent: the span only
    // links to it.
    const isTrusted = this.trustsAll || path.startsWith('/internal/');
    const parent = caller && isTrusted ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT;
    const links = caller && !isTrusted ? [{ context: caller }] : [];
    const span = this.tracer.startSpan(method, { kind: SpanKind.SERVER, links }, parent);
    return {
      traceId: span.spanContext().traceId,
      run: (work) => context.with(trace.setSpan(parent, span), work),
      end: (facts, status) => {
        span.updateName(`${method} ${facts['http.route']}`);
        span.setAttributes({ ...facts, 'http.request.method': method, 'http.response.status_code': status });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  statement<T>(name: string, database: string | undefined, work: () => Promise<T>): Promise<T> {
    if (trace.getSpan(context.active()) === undefined) return work();
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': name,
      'db.namespace': database,
    };
    return within(this.tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }), work);
  }

  work<T>(name: string, facts: SpanFacts, causes: readonly string[], work: () => Promise<T>): Promise<T> {
    const links = [...new Set(causes)].slice(0, MAX_LINKS).flatMap((cause): Link[] => {
      const caller = spanContextOf(cause);
      return caller ? [{ context: caller }] : [];
    });
    const span = this.tracer.startSpan(
      name,
      { kind: SpanKind.CONSUMER, attributes: facts, links },
      ROOT_CONTEXT,
    );
    return context.with(trace.setSpan(ROOT_CONTEXT, span), () => within(span, work));
  }

  traceparent(): string | null {
    const span = trace.getSpan(context.active())?.spanContext();
    if (!span) return null;
    const sampled = span.traceFlags & TraceFlags.SAMPLED;
    return `00-${span.traceId}-${span.spanId}-0${sampled}`;
  }

  async stop(): Promise<void> {
    this.stopOutgoing();
    trace.disable();
    context.disable();
    await this.provider.shutdown();
  }
}

/** The span that a header names; null without a valid one. */
function spanContextOf(traceparent: unknown): SpanContext | null {
  if (typeof traceparent !== 'string') return null;
  const extracted = trace.getSpanContext(W3C.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter));
  return extracted && isSpanContextValid(extracted) ? extracted : null;
}

// SQLSTATE, or a code of Node.
const CODE = /^[0-9A-Z_]{5,30}$/;

async function within<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, name } = error as { code?: unknown; name?: unknown };
    span.setAttribute('error.type', typeof code === 'string' && CODE.test(code) ? code : String(name));
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
