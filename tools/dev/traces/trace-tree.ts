/** An attribute in OTLP's JSON format. */
interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A span in OTLP's JSON format. */
export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes?: readonly Attribute[];
  readonly links?: readonly { readonly traceId: string }[];
}

/** The body of an export. */
export interface SentSpans {
  readonly resourceSpans?: readonly {
    readonly scopeSpans?: readonly { readonly spans?: readonly SentSpan[] }[];
  }[];
}

export const spansOf = ({ resourceSpans = [] }: SentSpans): SentSpan[] =>
  resourceSpans.flatMap(({ scopeSpans = [] }) => scopeSpans.flatMap(({ spans = [] }) => spans));

const NAME_WIDTH = 44;
/** They repeat what the name says. */
const LEFT_OUT = /^(http\.|url\.|server\.|network\.|db\.(operation|query|system))/;

const millisOf = (span: SentSpan): number =>
  Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6;

/** A line for each span of a trace, below its parent and ordered by start. */
export function linesOfTrace(spans: readonly SentSpan[]): string[] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const inOrder = spans.toSorted((one, other) =>
    Number(BigInt(one.startTimeUnixNano) - BigInt(other.startTimeUnixNano)),
  );
  const below = (parent: string | null, depth: number): string[] =>
    inOrder
      // The parent of a runtime's request is a span of the runtime.
      .filter(({ parentSpanId }) => (ids.has(parentSpanId ?? '') ? parentSpanId === parent : parent === null))
      .flatMap((span) => [lineOf(span, depth), ...below(span.spanId, depth + 1)]);
  return below(null, 0);
}

function lineOf(span: SentSpan, depth: number): string {
  const name = `${'  '.repeat(depth)}${span.name}`.padEnd(NAME_WIDTH);
  const facts = (span.attributes ?? [])
    .filter(({ key }) => !LEFT_OUT.test(key))
    .map(({ key, value }) => `${key}=${String(Object.values(value)[0])}`);
  const links = (span.links ?? []).map(({ traceId }) => `caused by ${traceId}`);
  return [`${name}${millisOf(span).toFixed(1).padStart(8)} ms`, ...facts, ...links].join('  ');
}
