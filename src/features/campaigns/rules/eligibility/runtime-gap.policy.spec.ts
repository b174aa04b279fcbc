import { describe, expect, it } from 'vitest';
import { PROJECT_MESSAGES, projectFaults, runtimeGaps } from './runtime-gap.policy.js';

const whole = { isArchived: false, hasCallerId: true, version: { isDeployed: true } };

// campaigns 1.10
describe('what keeps calls of a project from going out', () => {
  it.each([
    [[], whole],
    [['project_missing'], null],
    [['project_archived'], { ...whole, isArchived: true }],
    [['outbound_runtime_incomplete'], { ...whole, hasCallerId: false }],
    [['project_not_published', 'project_not_deployed'], { ...whole, version: null }],
    [['project_not_deployed'], { ...whole, version: { isDeployed: false } }],
    [
      ['outbound_runtime_incomplete', 'project_not_deployed'],
      { isArchived: false, hasCallerId: false, version: { isDeployed: false } },
    ],
    [
      ['project_archived', 'outbound_runtime_incomplete', 'project_not_published', 'project_not_deployed'],
      { isArchived: true, hasCallerId: false, version: null },
    ],
  ] as const)('is %j', (gaps, runtime) => {
    expect(runtimeGaps(runtime)).toEqual(gaps);
  });

  it('is shown at the field that names the project, each with what to do next', () => {
    const codes = Object.keys(PROJECT_MESSAGES) as (keyof typeof PROJECT_MESSAGES)[];
    const faults = projectFaults(codes);
    expect(faults.map(({ loc, type }) => [loc.join('.'), type])).toEqual(
      codes.map((code) => ['body.project_id', code]),
    );
    for (const { message } of faults) expect(message).toMatch(/^[A-Z].*(GET|POST|PUT|Deploy|Ask) /);
  });
});
