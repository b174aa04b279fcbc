import type { Duplex } from 'node:stream';
import type { Client, ClientBase } from 'pg';

/**
 * The socket of a connection. With `BoundStatement` and `copyOut` this is all that reaches below
 * pg's `query`; their test names the version of pg that they were read against.
 */
export const socketOf = (client: ClientBase): Duplex => (client as Client).connection.stream;

/**
 * Closes a connection at once, in any state. pg's own `end` waits for all owed answers; a frozen
 * store never sends them.
 */
export const destroySocket = (client: ClientBase): void => void socketOf(client).destroy();
