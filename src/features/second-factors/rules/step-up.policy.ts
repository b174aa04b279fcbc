import { CHOSEN_STEP_UPS, type ChosenStepUp, type StepUpAction } from '../../../core/auth/step-up.js';
import type { SignInProof } from '../../../core/shared/auth-context.js';
import type { Scope } from '../../../core/shared/roles.js';
import { FACTOR_KINDS, type FactorKind } from './vocabulary.js';

/** A client's rules about second factors in one environment. */
export interface MfaPolicy {
  /** Roles whose people need a second factor for every route. */
  readonly requiredRoles: readonly Scope[];
  /** The kinds of factor that the client accepts. */
  readonly kinds: readonly FactorKind[];
  readonly stepUpFor: readonly ChosenStepUp[];
  /** How long a proof counts for a step-up. */
  readonly stepUpMinutes: number;
  readonly isSaved: boolean;
}

/** Until a policy is saved, nothing is required (second-factors 3.1). */
export const UNSAVED: MfaPolicy = {
  requiredRoles: [],
  kinds: FACTOR_KINDS,
  stepUpFor: [],
  stepUpMinutes: 10,
  isSaved: false,
};

/**
 * Every kind counts for a break-glass session, which starts with a passkey (second-factors 3.4).
 */
export const policyFor = (
  policy: MfaPolicy,
  { breakGlassId }: Pick<SignInProof, 'breakGlassId'>,
): MfaPolicy => (breakGlassId === null ? policy : withEveryKind(policy));

/** A person's own factors change after a proof of any kind (second-factors 1.6). */
export const withEveryKind = (policy: MfaPolicy): MfaPolicy => ({ ...policy, kinds: FACTOR_KINDS });

/** Methods in `amr` that prove a kind (RFC 8176); a recovery code counts for every kind. */
const METHODS: Readonly<Record<FactorKind, readonly string[]>> = {
  totp: ['otp'],
  webauthn: ['hwk', 'swk'],
};
const OF_EVERY_KIND = ['mfa', 'recovery'];

// The clocks of providers and of processes may differ.
const TOLERANCE_MS = 5_000;

/** Whether a person has proved a second factor at all (second-factors 3.3). */
const hasSecondFactor = ({ kinds }: Pick<MfaPolicy, 'kinds'>, amr: readonly string[]): boolean =>
  amr.some((method) => OF_EVERY_KIND.includes(method) || kinds.some((it) => METHODS[it].includes(method)));

/** Whether the role needs a second factor that the person has not proved (second-factors 3.3). */
export const isFactorDue = (policy: MfaPolicy, scope: string, { amr }: Pick<SignInProof, 'amr'>): boolean =>
  policy.requiredRoles.some((role) => role === scope) && !hasSecondFactor(policy, amr);

/** The people whom an action requires to step up (second-factors 4.1, 4.2). */
export function askedForStepUp(
  policy: MfaPolicy,
  action: StepUpAction,
): 'nobody' | 'people_with_a_factor' | 'everybody' {
  if (CHOSEN_STEP_UPS.some((chosen) => chosen === action))
    return policy.stepUpFor.some((chosen) => chosen === action) ? 'everybody' : 'nobody';
  // Each holder has a passkey.
  if (action === 'holders') return 'everybody';
  return policy.isSaved ? 'everybody' : 'people_with_a_factor';
}

/**
 * The kinds of a person's factors that can be used for a step-up: those that count, otherwise all.
 */
export function usableKinds(
  { kinds }: Pick<MfaPolicy, 'kinds'>,
  own: readonly FactorKind[],
): readonly FactorKind[] {
  const counting = FACTOR_KINDS.filter((kind) => own.includes(kind) && kinds.includes(kind));
  return counting.length > 0 ? counting : FACTOR_KINDS.filter((kind) => own.includes(kind));
}

/** The end of a person's step-up; null if there is none that counts now (second-factors 4.3). */
export function stepUpEnd(
  policy: MfaPolicy,
  { authTime, amr }: Pick<SignInProof, 'authTime' | 'amr'>,
  now: Date,
): Date | null {
  if (!authTime || !hasSecondFactor(policy, amr)) return null;
  const end = authTime.getTime() + policy.stepUpMinutes * 60_000;
  return end > now.getTime() && authTime.getTime() <= now.getTime() + TOLERANCE_MS ? new Date(end) : null;
}
