import type * as sdk from '../api/generated/sdk.gen';
import { assignmentFor, type Session } from './session';

/** An operation of the API, by its id. */
export type Operation = keyof typeof sdk;

/**
 * Tells whether a person may ask for an operation (portal-sessions 6.8). What depends on more than
 * the role, the answer about a thing says.
 */
export type May = (operation: Operation) => boolean;

const operationsOf = ({ roles }: Session, role: string | undefined): readonly string[] =>
  roles.find((it) => it.role === role)?.operations ?? [];

/** What a person may do for a client; nothing where they have no role for it. */
export function rightsFor(session: Session, clientId: string): May {
  const operations = operationsOf(session, assignmentFor(session, clientId)?.role);
  return (operation) => operations.includes(operation);
}

/** What a person may do for any of their clients: for pages about all of them. */
export const rightsAnywhere =
  ({ roles }: Session): May =>
  (operation) =>
    roles.some(({ operations }) => operations.includes(operation));
