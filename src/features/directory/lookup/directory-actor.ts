import type { AuthContext } from '../../../core/shared/auth-context.js';

const START = 'directory ';

/** The name of a directory as an actor, with the token that it used. */
export const actorOf = (tokenId: string): string => `${START}${tokenId}`;

export const tokenIdOf = ({ principal }: AuthContext): string => principal.id.slice(START.length);
