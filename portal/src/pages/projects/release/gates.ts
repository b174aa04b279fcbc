import type { ValidationResponse } from '../../../api/generated';

type Finding = ValidationResponse['release_findings'][number];

/** A condition that a draft must meet before publication. */
export interface Gate {
  readonly name: 'sections' | 'tests' | 'approval' | 'project' | 'other';
  readonly isOpen: boolean;
  readonly findings: readonly {
    readonly section?: string;
    readonly path: string;
    readonly code: string;
    readonly message: string;
  }[];
}

const isAbout = (path: string, name: string): boolean => path === name || path.startsWith(`${name}.`);

const PROJECT_STATES = new Set(['project_archived', 'staged_release_active']);

/** The gates of publishing, from the validation's response. Every finding belongs to one gate. */
export function gatesOf({
  sections,
  release_findings: releases,
  conversation_tests: tests,
}: ValidationResponse): readonly Gate[] {
  const isApproval = ({ path }: Finding): boolean => isAbout(path, 'governance.release_approval');
  const isTest = ({ path, code }: Finding): boolean =>
    isAbout(path, 'conversation_tests') || code.startsWith('conversation_test');
  const isState = ({ code }: Finding): boolean => PROJECT_STATES.has(code);
  const errors = sections.flatMap(({ section, findings }) =>
    findings
      .filter(({ severity }) => severity === 'error')
      .map(({ path, code, message }) => ({ section, path, code, message })),
  );
  const testFindings = [...tests.findings, ...releases.filter(isTest)];
  const gates: readonly (readonly [Gate['name'], Gate['findings']])[] = [
    ['sections', errors],
    ['tests', [...new Map(testFindings.map((it) => [it.path + it.message, it])).values()]],
    ['approval', releases.filter(isApproval)],
    ['project', releases.filter(isState)],
    ['other', releases.filter((it) => !isApproval(it) && !isTest(it) && !isState(it))],
  ];
  return gates
    .filter(([name, findings]) => findings.length > 0 || (name !== 'project' && name !== 'other'))
    .map(([name, findings]) => ({ name, findings, isOpen: findings.length === 0 }));
}
