import { error, found, repeatsIn, warning } from '../../rules/sections/section-definition.js';
import type { Finding, FindingRule, SectionFacts } from '../../rules/sections/section-definition.js';
import {
  destinationsOf,
  isTransferOn,
  listOf,
  pluginsOf,
} from '../../rules/sections/other-sections.policy.js';
import type { IdentityVerification, VerificationStep } from './identity-verification.schema.js';

type Kind = VerificationStep['kind'];

// Facts that a relative or a neighbour knows, or that a bill in the letter box shows.
const WEAK: ReadonlySet<Kind> = new Set([
  'full_name',
  'date_of_birth',
  'postcode',
  'phone_number',
  'email_address',
]);

// Spoken names can be spelt in many ways; numbers and secrets cannot.
const SOUNDS: ReadonlySet<Kind> = new Set(['full_name', 'passphrase']);
const SHORTENED: ReadonlySet<Kind> = new Set(['account_number', 'phone_number']);

/** The rules of identity verification that a schema cannot express. */
export function identityFindings(verification: IdentityVerification, facts: SectionFacts): Finding[] {
  const { steps } = verification;
  return [
    ...repeatsIn(steps, ({ step_id }) => step_id).map((index) =>
      error('step_duplicate', `steps.${index}.step_id`, 'Another step has this name. Choose another name.'),
    ),
    ...repeatsIn(steps, ({ kind }) => kind).map((index) =>
      warning(
        'kind_repeated',
        `steps.${index}.kind`,
        `${steps[index]!.kind} is already asked for. Asking again proves nothing new.`,
      ),
    ),
    ...steps.flatMap((step, index) => ofStep(step, `steps.${index}`, facts)),
    ...countFindings(verification),
    ...strengthFindings(verification),
    ...failureFindings(verification, facts),
  ];
}

function ofStep(step: VerificationStep, path: string, facts: SectionFacts): Finding[] {
  const { kind, match, one_time_code, lookup_tool } = step;
  return found(
    kind === 'one_time_code' &&
      !one_time_code &&
      error('code_settings_missing', `${path}.one_time_code`, 'Say how the code is sent.'),
    kind !== 'one_time_code' &&
      one_time_code &&
      warning('code_settings_unused', `${path}.one_time_code`, `Not used for ${kind}.`),
    match === 'sounds_alike' &&
      !SOUNDS.has(kind) &&
      error(
        'match_unsuitable',
        `${path}.match`,
        `For ${kind}, a value that sounds similar may belong to another person.`,
      ),
    match === 'last_four' &&
      !SHORTENED.has(kind) &&
      error('match_unsuitable', `${path}.match`, `${kind} cannot be verified by its last four characters.`),
    lookup_tool !== undefined &&
      !enabledTools(facts).has(lookup_tool) &&
      error('tool_unknown', `${path}.lookup_tool`, `No enabled plugin has a tool ${lookup_tool}.`),
  );
}

function countFindings(verification: IdentityVerification): Finding[] {
  const { enabled, steps, required_matches, max_total_attempts } = verification;
  if (!enabled) return [];
  if (steps.length === 0)
    return [
      error('steps_missing', 'steps', 'Verification is on, but nothing is asked. Add a step or turn it off.'),
    ];
  const findings: Finding[] = [];
  const required = steps.filter((step) => step.required).length;
  if (required_matches > steps.length) {
    findings.push(
      error(
        'matches_unreachable',
        'required_matches',
        `${required_matches} matches are impossible with ${steps.length} steps.`,
      ),
    );
  }
  if (required > required_matches) {
    findings.push(
      error(
        'matches_too_few',
        'required_matches',
        `${required} steps must match, so this cannot be less than ${required}.`,
      ),
    );
  }
  steps.forEach(({ attempts }, index) => {
    if (attempts > max_total_attempts) {
      findings.push(
        warning(
          'attempts_unreachable',
          `steps.${index}.attempts`,
          `Verification fails after ${max_total_attempts} wrong answers in total, so these attempts are never reached.`,
        ),
      );
    }
  });
  return findings;
}

/** How hard it is to impersonate someone by the easiest accepted method. */
function strengthFindings({ enabled, steps, required_matches, lockout }: IdentityVerification): Finding[] {
  if (!enabled || steps.length === 0) return [];
  const required = steps.filter((step) => step.required);
  const optionalWeak = steps.filter((step) => !step.required && WEAK.has(step.kind));
  const chosen = Math.max(0, required_matches - required.length);
  return found(
    required.every(({ kind }) => WEAK.has(kind)) &&
      optionalWeak.length >= chosen &&
      warning(
        'weak_verification',
        'steps',
        'Data that many people know is sufficient here. Require an account number, a secret or a code.',
      ),
    !lockout &&
      steps.some(({ kind }) => kind === 'pin' || kind === 'passphrase') &&
      warning('lockout_missing', 'lockout', 'Callers may guess secrets without limit. Set a lockout.'),
  );
}

function failureFindings({ enabled, on_failure }: IdentityVerification, facts: SectionFacts): Finding[] {
  const { action, destination_id } = on_failure;
  const path = 'on_failure.destination_id';
  if (action !== 'transfer') {
    return [
      ...(destination_id === undefined
        ? []
        : [warning('destination_unused', path, `This field is not used with ${action}. Remove it.`)]),
      ...(enabled && action === 'continue_unverified'
        ? [
            warning(
              'failure_ignored',
              'on_failure.action',
              'Callers who fail verification can continue anyway. Choose another action if that is not intended.',
            ),
          ]
        : []),
    ];
  }
  if (enabled && !isTransferOn(facts)) {
    return [
      error(
        'transfer_disabled',
        'on_failure.action',
        'Transfer routing is off. Turn it on or choose another action.',
      ),
    ];
  }
  if (destination_id === undefined || destinationIds(facts).has(destination_id)) return [];
  return [
    error(
      'destination_unknown',
      path,
      `Transfer routing has no destination ${destination_id}. Add it there or choose another.`,
    ),
  ];
}

const destinationIds = (facts: SectionFacts): Set<unknown> =>
  new Set(destinationsOf(facts).map((destination) => destination['destination_id']));

const enabledTools = (facts: SectionFacts): Set<unknown> =>
  new Set(
    pluginsOf(facts)
      .filter((plugin) => plugin['enabled'] === true)
      .flatMap((plugin) => listOf(plugin, 'tools').map((tool) => tool['tool_name'])),
  );

export const IDENTITY_RULES: readonly FindingRule[] = [
  ['step_duplicate', 'error', 'two steps have one id'],
  ['kind_repeated', 'warning', 'two steps ask for the same kind of thing'],
  ['code_settings_missing', 'error', 'a step of kind one_time_code does not say how the code is sent'],
  ['code_settings_unused', 'warning', 'another step says how a code is sent'],
  [
    'match_unsuitable',
    'error',
    'sounds_alike for other than full_name and passphrase, or last_four for other than account_number and phone_number',
  ],
  ['tool_unknown', 'error', 'no enabled plugin has the tool'],
  ['steps_missing', 'error', 'verification is on and has no step'],
  ['matches_unreachable', 'error', 'more matches are asked for than there are steps'],
  ['matches_too_few', 'error', 'fewer matches are asked for than there are required steps'],
  ['attempts_unreachable', 'warning', 'a step has more attempts than the caller has altogether'],
  ['weak_verification', 'warning', 'names, dates, postcodes, numbers and addresses are enough to pass'],
  ['lockout_missing', 'warning', 'a pin or passphrase is requested, but nothing locks a number out'],
  ['destination_unused', 'warning', 'a destination is named and the action is not transfer'],
  ['failure_ignored', 'warning', 'verification is on, but a caller who fails continues'],
  ['transfer_disabled', 'error', 'a caller who fails is transferred and transfer routing is off'],
  ['destination_unknown', 'error', 'transfer routing has no such destination'],
];
