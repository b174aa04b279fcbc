import type { Client, ClientBase } from 'pg';

/**
 * A pool's `onConnect`: what each new connection goes through before anyone has it. pg's `verify` does not do: it gives the connection to
 * who waited for it even where that one's time ran out meanwhile, so that it stays leased to no one for as long as the process lives.
 * @param prepare rejects when the connection is not to be used; it is hung up then, and who waits for it gets that error
 */
export const onConnect =
  (prepare: (client: Client) => Promise<void>) =>
  async (connected: ClientBase): Promise<void> => {
    const client = connected as Client;
    try {
      await prepare(client);
    } catch (error) {
      // pg would first wait for all that the connection is owed, of a store that is frozen for ever.
      client.connection.stream.destroy();
      throw error;
    }
  };
