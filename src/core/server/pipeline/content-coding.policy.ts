export type ContentCoding = 'br' | 'gzip' | 'identity';

// The smaller result first; identity is the fallback.
const OFFERED: readonly ContentCoding[] = ['br', 'gzip'];

/**
 * The content coding of a response, by Accept-Encoding (RFC 9110, 12.5.3): of those offered the one
 * with the highest weight, or the smaller one. Identity if none is accepted.
 */
export function contentCodingFor(acceptEncoding: string | undefined, offered = OFFERED): ContentCoding {
  const weights = new Map<string, number>();
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length) ?? '1';
    weights.set(name, Number(weight) || 0);
  }
  let best: { coding: ContentCoding; weight: number } = { coding: 'identity', weight: 0 };
  for (const coding of offered) {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0;
    if (weight > best.weight) best = { coding, weight };
  }
  return best.coding;
}
