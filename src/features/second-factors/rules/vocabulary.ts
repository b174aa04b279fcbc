/** The kinds of factors (second-factors 1.1). */
export const FACTOR_KINDS = ['totp', 'webauthn'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** The ways of a step-up: a factor, or a recovery code instead. */
export const PROOF_KINDS = [...FACTOR_KINDS, 'recovery_code'] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

/** The method that each way adds to `amr` (RFC 8176; `recovery` is specific to this service). */
export const METHOD_OF: Readonly<Record<ProofKind, string>> = {
  totp: 'otp',
  webauthn: 'hwk',
  recovery_code: 'recovery',
};
