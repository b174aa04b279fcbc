/** The records that the setup of a partner needs, besides the tenant and its first key. */
export interface BootstrapRequest {
  readonly organisationId: string;
  readonly organisationName: string;
  /** The `sub` of the administrator's tokens. */
  readonly subject: string;
  readonly userName: string;
  readonly businessName: string;
  /** IANA zone of the client. */
  readonly timezone: string;
  /** A key of the TENANT_STORES setting. */
  readonly storeId: string;
}

/** The existing records; null: missing. */
export interface BootstrapPresence {
  readonly organisation: { readonly name: string; readonly active: boolean } | null;
  readonly client: {
    readonly business_name: string;
    readonly timezone: string;
    readonly status: string;
  } | null;
  readonly store_id: string | null;
  readonly ownership: boolean | null;
  /** Another organisation that owns the client. */
  readonly other_owner: string | null;
  readonly person: { readonly display_name: string; readonly active: boolean } | null;
  readonly membership: boolean | null;
  readonly assignment: { readonly role: string; readonly active: boolean } | null;
}

/**
 * The obstacles to setting a partner up, one sentence each: the setup adds missing records, and
 * neither reactivates deactivated records nor moves records that belong elsewhere (operations 4.5).
 */
export function obstaclesTo(wanted: BootstrapRequest, present: BootstrapPresence): string[] {
  const { organisation, client, ownership, person, membership, assignment } = present;
  const found: [boolean, string][] = [
    [organisation?.active === false, `organisation ${wanted.organisationId} is not active`],
    [client?.status === 'suspended', 'the client is suspended'],
    [ownership === false, `the client was taken from organisation ${wanted.organisationId}`],
    [present.other_owner !== null, `the client belongs to organisation ${present.other_owner}`],
    [
      present.store_id !== null && present.store_id !== wanted.storeId,
      `the client's calls are routed to store ${present.store_id}, and a new route does not move them`,
    ],
    [person?.active === false, `the person ${wanted.subject} is not active`],
    [membership === false, `${wanted.subject} is no longer a member of ${wanted.organisationId}`],
    [assignment?.active === false, `${wanted.subject} is no longer assigned to the client`],
    [
      assignment !== null && assignment.role !== 'partner_admin',
      `${wanted.subject} is ${assignment?.role} of the client, and a person has one role there`,
    ],
  ];
  return found.filter(([isThere]) => isThere).map(([, sentence]) => sentence);
}

/** One record of a partner, and whether it existed before. */
export interface BootstrapStep {
  readonly thing: string;
  readonly isNew: boolean;
  /** The current name of an existing record: names are not changed. */
  readonly calledNow?: string;
}

/** All records of a partner except the key, in the order in which it is reported. */
export function stepsOf(
  wanted: BootstrapRequest,
  tenant: { readonly clientId: string; readonly dataEnv: string },
  present: BootstrapPresence,
): BootstrapStep[] {
  const { organisationId, subject, storeId } = wanted;
  const { clientId, dataEnv } = tenant;
  const { organisation, client, person } = present;
  return [
    { thing: `organisation ${organisationId}`, ...presenceOf(organisation, organisation?.name) },
    {
      thing: `client ${clientId}`,
      ...presenceOf(client, client ? `${client.business_name}, ${client.timezone}` : undefined),
    },
    { thing: `ownership of ${clientId} by ${organisationId}`, ...presenceOf(present.ownership) },
    { thing: `route of ${clientId} ${dataEnv} to ${storeId}`, ...presenceOf(present.store_id) },
    { thing: `user ${subject}`, ...presenceOf(person, person?.display_name) },
    { thing: `membership of ${subject} in ${organisationId}`, ...presenceOf(present.membership) },
    { thing: `${subject} as partner_admin of ${clientId} ${dataEnv}`, ...presenceOf(present.assignment) },
  ];
}

const presenceOf = (it: unknown, calledNow?: string): Omit<BootstrapStep, 'thing'> => ({
  isNew: it === null,
  ...(calledNow === undefined ? {} : { calledNow }),
});
