import type { Duplex } from 'node:stream';
import type { Client, ClientBase } from 'pg';

/**
 * The socket of a connection. With `BoundStatement` and `copyOut` all that reaches below pg's
 * `query`; their test names the version of pg that they were read against.
 */
export const socketOf = (client: ClientBase): Duplex => (client as Client).connection.stream;

/**
 * Closes a connection immediately; pg's `end` waits for results that a frozen store never sends.
 */
export const destroySocket = (client: ClientBase): void => void socketOf(client).destroy();
