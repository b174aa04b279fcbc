/** The facts of a span: names from the code, ids and counts; never personal data. */
export type SpanFacts = Readonly<Record<string, string | number | undefined>>;

/** The span of a request, from its first byte to the end of its response. */
export interface RequestSpan {
  readonly traceId: string;
  /** Runs the rest of the request within it. */
  run(work: () => void): void;
  end(facts: SpanFacts, status: number): void;
}

/** A recorder of spans: core/observability/tracing, which is loaded only if traces are on. */
export interface Tracing {
  /** @param traceparent as the caller sent it */
  request(method: string, path: string, traceparent: unknown): RequestSpan;
  /** Runs a statement within a span, if there is one around it. */
  statement<T>(name: string, database: string | undefined, work: () => Promise<T>): Promise<T>;
  /** Runs a piece of work in a trace of its own, linked to the spans that caused it. */
  work<T>(name: string, facts: SpanFacts, causes: readonly string[], work: () => Promise<T>): Promise<T>;
  /** The current span, as W3C writes it; null outside of one. */
  traceparent(): string | null;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

let tracing: Tracing | null = null;

export const installTracing = (recorder: Tracing | null): void => void (tracing = recorder);

export const currentTracing = (): Tracing | null => tracing;

export const currentTraceparent = (): string | null => tracing?.traceparent() ?? null;

export const tracedStatement = <T>(
  { name, text }: { readonly name?: string; readonly text: string },
  database: string | undefined,
  work: () => Promise<T>,
): Promise<T> => {
  if (tracing === null) return work();
  if (name !== undefined && name !== '') return tracing.statement(name, database, work);
  // The text of a statement may contain values if TypeORM or a library wrote it.
  return tracing.statement(/^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'statement', database, work);
};

export const tracedWork = <T>(
  name: string,
  facts: SpanFacts,
  causes: readonly (string | null)[],
  work: () => Promise<T>,
): Promise<T> =>
  tracing === null
    ? work()
    : tracing.work(
        name,
        facts,
        causes.filter((it) => it !== null),
        work,
      );
