import { createHmac, timingSafeEqual } from 'node:crypto';

// Clocks of servers differ by seconds; an attacker has this long to replay a delivery.
const TOLERANCE_SECONDS = 300;

/** Header names in any case; Node's `request.headers`, or a `Headers` turned into an object. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** The secret of the webhook; during a rotation the new and the old one. */
  readonly secrets: string | readonly string[];
  /** Seconds by which the time of the attempt may differ from this machine's; 300 by default. */
  readonly toleranceSeconds?: number;
  /** Unix seconds; this machine's time by default. */
  readonly now?: number;
}

/** A delivery that was signed with one of the secrets. */
export interface VerifiedDelivery {
  /** The same for all retries of a delivery: a repeated id is a repetition. */
  readonly deliveryId: string;
  /**
   * The same for redeliveries too: an event that was already processed need not be processed again.
   */
  readonly eventId: string;
  readonly event: string;
  /** When this attempt was made, in Unix seconds. */
  readonly timestamp: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * - missing_signature, malformed_signature: the header X-Service-Signature
 * - wrong_signature: no signature matches these secrets, or the time, delivery, event or body was
 *   altered
 * - outside_tolerance: the attempt is further in the past or the future than the tolerance allows
 * - altered_header: a header names another time, delivery or event than the signature
 * - malformed_body: signed, but no event
 */
export type VerificationFault =
  | 'missing_signature'
  | 'malformed_signature'
  | 'wrong_signature'
  | 'outside_tolerance'
  | 'altered_header'
  | 'malformed_body';

export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly fault: VerificationFault;

  constructor(fault: VerificationFault) {
    super(`The delivery cannot be trusted: ${fault}`);
    this.fault = fault;
  }
}

/**
 * Verifies a delivery. Answer 400 when it throws, and 2xx as soon as the event is stored.
 * @param body the raw body, before it is parsed
 * @throws WebhookVerificationError
 */
export function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  options: VerifyOptions,
): VerifiedDelivery {
  const { t, d, e, signatures } = readSignature(headerOf(headers, 'x-service-signature'));
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const secrets = typeof options.secrets === 'string' ? [options.secrets] : options.secrets;
  if (!isSigned(Buffer.concat([Buffer.from(`${t}.${d}.${e}.`), bytes]), signatures, secrets))
    throw new WebhookVerificationError('wrong_signature');
  const timestamp = Number(t);
  const now = options.now ?? Math.floor(Date.now() / 1000);
  // A value that is not a number, such as a missing setting, must refuse every delivery.
  if (!(Math.abs(now - timestamp) <= (options.toleranceSeconds ?? TOLERANCE_SECONDS)))
    throw new WebhookVerificationError('outside_tolerance');
  const signed = { 'x-service-timestamp': t, 'x-service-delivery-id': d, 'x-service-event': e };
  for (const [name, value] of Object.entries(signed)) {
    if ((headerOf(headers, name) ?? value) !== value) throw new WebhookVerificationError('altered_header');
  }
  const payload = readPayload(bytes);
  return { deliveryId: d, eventId: String(payload['id']), event: e, timestamp, payload };
}

/**
 * Remembers delivered events in this process for as long as a replay could pass the tolerance. If
 * several processes receive, keep `eventId` in their database instead.
 */
export class RecentDeliveries {
  private readonly seen = new Map<string, number>();
  private readonly forSeconds: number;

  constructor(forSeconds = 2 * TOLERANCE_SECONDS) {
    this.forSeconds = forSeconds;
  }

  /** Whether this delivery is the first with its id. */
  isFirst(
    { deliveryId }: Pick<VerifiedDelivery, 'deliveryId'>,
    now = Math.floor(Date.now() / 1000),
  ): boolean {
    for (const [id, until] of this.seen) {
      if (until > now) break;
      this.seen.delete(id);
    }
    if (this.seen.has(deliveryId)) return false;
    this.seen.set(deliveryId, now + this.forSeconds);
    return true;
  }
}

interface Signature {
  readonly t: string;
  readonly d: string;
  readonly e: string;
  readonly signatures: readonly Buffer[];
}

/**
 * `t=<second>,d=<delivery>,e=<event>,v1=<hex>`, with further `v1` during a rotation. It ignores
 * unknown parts, which later versions may add.
 */
function readSignature(header: string | undefined): Signature {
  if (header === undefined) throw new WebhookVerificationError('missing_signature');
  const parts = header.split(',').map((part) => part.trim());
  const valuesOf = (name: string): string[] =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [[t, ...moreT], [d, ...moreD], [e, ...moreE]] = [valuesOf('t'), valuesOf('d'), valuesOf('e')];
  const signatures = valuesOf('v1').filter((it) => /^[0-9a-f]{64}$/.test(it));
  const isWhole =
    t !== undefined && /^\d{1,15}$/.test(t) && Boolean(d) && Boolean(e) && signatures.length > 0;
  // Exactly one of each: with two, the one that is read could differ from the one that is signed.
  if (!isWhole || moreT.length + moreD.length + moreE.length > 0)
    throw new WebhookVerificationError('malformed_signature');
  return { t, d: d!, e: e!, signatures: signatures.map((it) => Buffer.from(it, 'hex')) };
}

/**
 * Compares every signature with every secret, in a time that does not reveal which one was right,
 * or how nearly.
 */
function isSigned(text: Buffer, signatures: readonly Buffer[], secrets: readonly string[]): boolean {
  let matches = 0;
  for (const secret of secrets) {
    // An empty secret is a setting that was left out, and anyone could sign with it.
    if (secret === '') throw new TypeError('A secret is empty.');
    const expected = createHmac('sha256', secret).update(text).digest();
    for (const signature of signatures) matches += Number(timingSafeEqual(expected, signature));
  }
  return matches > 0;
}

function readPayload(bytes: Uint8Array): Record<string, unknown> {
  let payload: unknown;
  try {
    payload = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new WebhookVerificationError('malformed_body');
  }
  if (typeof payload !== 'object' || payload === null || !('id' in payload) || typeof payload.id !== 'string')
    throw new WebhookVerificationError('malformed_body');
  return payload;
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  const key = Object.keys(headers).find((it) => it.toLowerCase() === name);
  const value = key === undefined ? undefined : headers[key];
  return typeof value === 'object' ? value.join(',') : value;
}
