import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { INTERNAL_ROLES, PORTAL_ROLES } from '../../../core/shared/roles.js';
import { unprocessable } from '../../../core/shared/platform-error.js';
import { NamesService } from '../../people/names/names.service.js';
import type { TicketPerson } from './ticket.response.js';

/** The people of tickets, with the details that the reader may know (support 1.5). */
@Injectable()
export class TicketPeople {
  constructor(private readonly names: NamesService) {}

  async named(auth: AuthContext, ids: readonly (string | null)[]): Promise<(id: string) => TicketPerson> {
    const actors = await this.names.actors(auth, [...new Set(ids.filter((id) => id !== null))]);
    return (id) => {
      const { kind, display_name } = actors.get(id)!;
      return { user_id: id, kind, display_name };
    };
  }

  /** The colleagues of a member of staff, who may be assignees. */
  async staff(auth: AuthContext): Promise<readonly TicketPerson[]> {
    const roles = PORTAL_ROLES.filter((role) => INTERNAL_ROLES.includes(role));
    const people = await this.names.withRoles(auth, roles, null);
    return people.map(({ user_id, display_name }) => ({ user_id, kind: 'colleague', display_name }));
  }

  /** @throws 422 naming the field, for a person without a role for the client */
  async assertHasRole(auth: AuthContext, field: string, id: string): Promise<void> {
    if ((await this.names.actors(auth, [id])).get(id)?.hasRole) return;
    throw unprocessable({
      loc: ['body', field],
      message: 'must be the user_id of a person with a role for this client',
      type: 'person_unknown',
    });
  }

  /**
   * @param auth of staff, whose colleagues are staff
   * @throws 422 naming the field, for anyone else
   */
  async assertIsStaff(auth: AuthContext, field: string, id: string): Promise<void> {
    const actor = (await this.names.actors(auth, [id])).get(id);
    if (actor?.kind === 'colleague' && actor.hasRole) return;
    throw unprocessable({
      loc: ['body', field],
      message: 'must be the user_id of a person with an internal role for this client',
      type: 'person_unknown',
    });
  }
}
