import { SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';
import { exportedSpan } from './exported-span.js';

// More than a process has requests in progress; and for each, more spans than a request has.
const MAX_TRACES = 2_000;
const MAX_SPANS = 200;

/**
 * Exports the sampled spans, and all spans of a trace whose request or work failed in this process:
 * those of other traces are kept until their first span ends, and then dropped.
 */
export class TraceKeeper implements SpanProcessor {
  private readonly undecided = new Map<string, ReadableSpan[]>();

  constructor(private readonly target: SpanProcessor) {}

  onStart(): void {
    // A span is complete only at its end.
  }

  onEnd(span: ReadableSpan): void {
    const { traceId, traceFlags } = span.spanContext();
    if ((traceFlags & TraceFlags.SAMPLED) !== 0) return this.target.onEnd(exportedSpan(span));
    const spans = this.spansOf(traceId);
    if (spans.length < MAX_SPANS) spans.push(span);
    const isFirst = span.parentSpanContext === undefined || span.parentSpanContext.isRemote === true;
    if (!isFirst) return;
    this.undecided.delete(traceId);
    if (span.status.code !== SpanStatusCode.ERROR) return;
    for (const kept of new Set([...spans, span])) this.target.onEnd(exportedSpan(kept));
  }

  forceFlush(): Promise<void> {
    return this.target.forceFlush();
  }

  shutdown(): Promise<void> {
    this.undecided.clear();
    return this.target.shutdown();
  }

  private spansOf(traceId: string): ReadableSpan[] {
    const known = this.undecided.get(traceId);
    if (known) return known;
    // Spans that end after the first one of their trace would never be removed, so the oldest are
    // removed.
    if (this.undecided.size >= MAX_TRACES) this.undecided.delete(this.undecided.keys().next().value!);
    const spans: ReadableSpan[] = [];
    this.undecided.set(traceId, spans);
    return spans;
  }
}
