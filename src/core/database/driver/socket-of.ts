import type { Duplex } from 'node:stream';
import type { Client, ClientBase } from 'pg';

/**
 * The socket of a connection. Only this, `BoundStatement` and `copyOut` use parts of pg below
 * `query`; their test names the version of pg that they were checked against.
 */
export const socketOf = (client: ClientBase): Duplex => (client as Client).connection.stream;

/**
 * Closes a connection immediately; pg's `end` waits for results that a frozen store never sends.
 */
export const destroySocket = (client: ClientBase): void => void socketOf(client).destroy();
