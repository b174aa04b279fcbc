import { isISO31661Alpha2 } from 'class-validator';
import { makeExactValidator, str } from 'envalid';
import { whole } from '../../config/validators.js';
import { DATA_ENVS, type DataEnv, type Tenant } from '../../core/shared/auth-context.js';

/** The project that makes the calls, and its client. */
export interface DemoProjectName extends Tenant {
  readonly projectId: string;
}

const projectName = makeExactValidator<DemoProjectName>((input) => {
  const [clientId, dataEnv, projectId, ...more] = input.split('/');
  const isEnv = (text: string | undefined): text is DataEnv => DATA_ENVS.some((env) => env === text);
  if (!clientId || !isEnv(dataEnv) || !projectId || more.length > 0)
    throw new Error('must be a client, its environment and a project, such as acme-dental/prod/front-desk');
  return { clientId, dataEnv, projectId };
});

const countryList = makeExactValidator<readonly string[]>((input) => {
  const codes = input.split(',').map((text) => text.trim());
  if (!codes.every((code) => /^[A-Z]{2}$/.test(code) && isISO31661Alpha2(code)))
    throw new Error(
      'must be two-letter ISO 3166-1 country codes in capitals, separated by commas, such as AU,NZ',
    );
  return codes;
});

/** The environment's part of the public demo. */
export const DEMO_SETTINGS = {
  DEMO_PROJECT: projectName({
    default: undefined,
    desc:
      'The project that calls people who ask at /demo, as client/environment/project. Without it, there is ' +
      'no demo and its routes are 404.',
    example: 'acme-dental/prod/acme-dental-front-desk-k3vq72',
  }),
  DEMO_CONSENT_TEXT: str({
    default: undefined,
    requiredWhen: (env) => Boolean(env['DEMO_PROJECT']),
    desc:
      'With DEMO_PROJECT: the words that a person agrees to before the demo calls. They name the caller ' +
      'and say that a machine is speaking.',
    example:
      'I ask Acme Dental to call me once, now, at this number. I know that a computer speaks with me, ' +
      'and that I can end the call at any time.',
  }),
  DEMO_COUNTRIES: countryList({
    // Countries whose calling hours and holidays this platform knows.
    default: ['AU', 'NZ'],
    desc: 'Countries, separated by commas, whose numbers the demo calls.',
    example: 'AU,NZ',
  }),
  DEMO_CALLS_PER_DAY: whole(
    1,
    100_000,
  )({
    // At two minutes and 25 cents a minute, about 100 dollars a day.
    default: 200,
    desc: 'The most calls that the demo makes in 24 hours; further requests are refused.',
    example: '200',
  }),
};
