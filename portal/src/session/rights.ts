import type * as sdk from '../api/generated/sdk.gen';
import { assignmentFor, type Session } from './session';

/** The id of an operation of the API. */
export type Operation = keyof typeof sdk;

/**
 * Whether a person may call an operation (portal-sessions 6.8). Rules that depend on more than the
 * role are in the response about an item.
 */
export type May = (operation: Operation) => boolean;

const operationsOf = ({ roles }: Session, role: string | undefined): readonly string[] =>
  roles.find((it) => it.role === role)?.operations ?? [];

/** The rights of a person for a client; none if they have no role for it. */
export function rightsFor(session: Session, clientId: string): May {
  const operations = operationsOf(session, assignmentFor(session, clientId)?.role);
  return (operation) => operations.includes(operation);
}

/** The rights of a person for any of their clients: for pages about all of them. */
export const rightsAnywhere =
  ({ roles }: Session): May =>
  (operation) =>
    roles.some(({ operations }) => operations.includes(operation));
