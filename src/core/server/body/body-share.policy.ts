/** A body counts in the share of the memory that its holder has. */
export interface BodyHolder {
  readonly name: string;
  /** One address, of no client. All strangers together have a share as well. */
  readonly isStranger: boolean;
}

/** The memory held when a body asks for more, in bytes. */
export interface HeldMemory {
  readonly total: number;
  readonly inAll: number;
  readonly byHolder: number;
  readonly byStrangers: number;
}

// The share of the memory left free by other holders that one client may take, so the next client
// always finds room. With 192 MiB, the first two clients can each have one batch of the largest
// size (70 MiB), and five clients that take all they can leave 2 MiB.
const OF_WHAT_IS_FREE = 3 / 5;

// Strangers that take all they can leave a client room for the largest batch.
const OF_ALL_STRANGERS = 1 / 4;

// Two of the largest events of the billing provider; eight addresses take what strangers have.
const OF_ONE_ADDRESS = 1 / 32;

/** Whether a holder may take so much more (requests 3.9). */
export function mayTake({ isStranger }: BodyHolder, cost: number, held: HeldMemory): boolean {
  const { total, inAll, byHolder, byStrangers } = held;
  if (isStranger) {
    return byHolder + cost <= total * OF_ONE_ADDRESS && byStrangers + cost <= total * OF_ALL_STRANGERS;
  }
  return byHolder + cost <= (total - (inAll - byHolder)) * OF_WHAT_IS_FREE;
}

/**
 * Whether a holder waits for memory that there is none of: a client, for what its share can hold at all. Strangers
 * would take the places of clients.
 */
export const mayWait = ({ isStranger }: BodyHolder, cost: number, total: number): boolean =>
  !isStranger && cost <= total * OF_WHAT_IS_FREE;
