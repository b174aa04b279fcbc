/** A person and the role that an operator gives it for a client. */
export interface WantedRole {
  /** The `sub` of the person's tokens. */
  readonly subject: string;
  readonly userName: string;
  readonly role: string;
}

/** The existing records of a person; null: missing. */
export interface PersonPresence {
  readonly person: {
    readonly user_id: string;
    readonly display_name: string;
    readonly active: boolean;
  } | null;
  /** Whether the membership of the organisation is active. */
  readonly membership: boolean | null;
  readonly assignment: {
    readonly role: string;
    readonly active: boolean;
    /**
     * The organisation of a partner role; null for others, and for a role that is not effective.
     */
    readonly organisation_id: string | null;
  } | null;
}

/**
 * The obstacles to giving the role, one sentence each (operations 4.11). A role that has ended is
 * not an obstacle: the operator wants to give it again.
 */
export function obstaclesTo(
  { subject, role }: WantedRole,
  organisationId: string | null,
  { person, membership, assignment }: PersonPresence,
): string[] {
  const found: [boolean, string][] = [
    [person?.active === false, `the person ${subject} is not active`],
    [membership === false, `${subject} is no longer a member of ${organisationId}`],
    [
      assignment?.active === true && assignment.role !== role,
      `${subject} is ${assignment?.role} of the client, and a person has one role there; end-person ends it`,
    ],
    [
      assignment?.active === true &&
        assignment.role === role &&
        assignment.organisation_id !== null &&
        assignment.organisation_id !== organisationId,
      `${subject} is ${assignment?.role} of the client through ${assignment?.organisation_id}; end-person ends that`,
    ],
  ];
  return found.filter(([isThere]) => isThere).map(([, sentence]) => sentence);
}
