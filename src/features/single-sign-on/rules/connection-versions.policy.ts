export const CONNECTION_STATES = ['draft', 'tested', 'active', 'disabled'] as const;
export type ConnectionState = (typeof CONNECTION_STATES)[number];

/** The versions of a connection's settings (single-sign-on 2.3). Numbers grow by one with each change. */
export interface ConnectionVersions {
  /** The newest version. */
  readonly version: number;
  /** The newest version that a test sign-in has proven; null: none. */
  readonly testedVersion: number | null;
  /** The version with which people sign in; null: none. */
  readonly servingVersion: number | null;
  readonly isDisabled: boolean;
}

export const FIRST_VERSION: ConnectionVersions = {
  version: 1,
  testedVersion: null,
  servingVersion: null,
  isDisabled: false,
};

export function stateOf({
  version,
  testedVersion,
  servingVersion,
  isDisabled,
}: ConnectionVersions): ConnectionState {
  if (isDisabled) return 'disabled';
  if (testedVersion !== version) return 'draft';
  return servingVersion === version ? 'active' : 'tested';
}

const versionsOf = (it: ConnectionVersions): ConnectionVersions => ({
  version: it.version,
  testedVersion: it.testedVersion,
  servingVersion: it.servingVersion,
  isDisabled: it.isDisabled,
});

/** A change of issuer, certificate or secret: the earlier version stays in use until the new one is tested. */
export const changed = (it: ConnectionVersions): ConnectionVersions => ({
  ...versionsOf(it),
  version: it.version + 1,
  isDisabled: false,
});

/**
 * Records that a test sign-in has succeeded with a version. A version that is no longer the newest
 * stays a draft.
 */
export const tested = (it: ConnectionVersions, version: number): ConnectionVersions =>
  version !== it.version
    ? versionsOf(it)
    : {
        ...versionsOf(it),
        testedVersion: version,
        servingVersion: it.servingVersion === null ? null : version,
      };

/** From now on, people sign in with the newest version. Null: it was not tested. */
export const activated = (it: ConnectionVersions): ConnectionVersions | null =>
  it.testedVersion === it.version
    ? { ...versionsOf(it), servingVersion: it.version, isDisabled: false }
    : null;

export const disabled = (it: ConnectionVersions): ConnectionVersions => ({
  ...versionsOf(it),
  servingVersion: null,
  isDisabled: true,
});
