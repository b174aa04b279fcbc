import type { Client, ClientBase } from 'pg';

/** What each new connection of a pool goes through; rejects when it is not to be used. */
export type Preparation = (client: Client) => Promise<void>;

/**
 * A pool's `onConnect`: has each new connection prepared before anyone has it; where that fails it is hung up, and who waits for it gets
 * the error. pg's `verify` does not do: it gives the connection to who waited for it even where that one's time ran out meanwhile, so
 * that it stays leased to no one for as long as the process lives.
 */
export const onConnect =
  (prepare: Preparation) =>
  // A promise, for which the pool waits: its types do not say so.
  (connected: ClientBase): unknown =>
    prepared(connected as Client, prepare);

async function prepared(client: Client, prepare: Preparation): Promise<void> {
  try {
    await prepare(client);
  } catch (error) {
    // pg would first wait for all that the connection is owed, of a store that is frozen for ever.
    client.connection.stream.destroy();
    throw error;
  }
}
