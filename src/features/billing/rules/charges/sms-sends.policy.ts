/** One message of a logical send, which may have needed several attempts. */
export interface SentMessage {
  readonly messageId: string;
  readonly logicalSendId: string;
  readonly direction: 'inbound' | 'outbound';
  readonly status: string;
  /** Positive. */
  readonly segments: number;
  /** Null until it is delivered. */
  readonly deliveredAt: Date | null;
}

/** A logical send that counts: its units, and the instant that determines its hour. */
export interface ChargedSend {
  readonly logicalSendId: string;
  readonly segments: number;
  readonly deliveredAt: Date;
}

const CHARGED: readonly string[] = ['delivered', 'read'];

/**
 * Logical sends that reached a recipient, each once with the segments of its first delivered
 * message, in the order of the first deliveries (billing 5.4). For hourly sums the store applies
 * the same rule in SQL.
 */
export function chargedSends(messages: readonly SentMessage[]): ChargedSend[] {
  const reached = messages
    .flatMap((message) =>
      message.direction === 'outbound' && CHARGED.includes(message.status) && message.deliveredAt !== null
        ? [{ ...message, deliveredAt: message.deliveredAt }]
        : [],
    )
    .sort(
      (a, b) => a.deliveredAt.getTime() - b.deliveredAt.getTime() || (a.messageId < b.messageId ? -1 : 1),
    );
  const sends = new Map<string, ChargedSend>();
  for (const { logicalSendId, segments, deliveredAt } of reached) {
    if (!sends.has(logicalSendId)) sends.set(logicalSendId, { logicalSendId, segments, deliveredAt });
  }
  return [...sends.values()];
}
