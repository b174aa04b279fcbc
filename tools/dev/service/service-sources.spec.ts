import { describe, expect, it } from 'vitest';
import { compiled } from './service-sources.ts';

describe('a source that is compiled while the service runs', () => {
  // Nest uses it to find the dependencies of a constructor.
  it('keeps what decorators say of types', () => {
    const { code, map } = compiled(
      'features/toy/toy.service.ts',
      `import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
@Injectable()
export class ToyService {
  constructor(private readonly clock: Clock) {}
}`,
    );
    expect(code).toMatch(/"design:paramtypes", \[.*Clock/);
    expect(code).toContain("from '../../../core/time/clock.js'");
    expect(JSON.parse(map)).toMatchObject({ version: 3 });
  });

  it('is refused with its line where it cannot be read', () => {
    expect(() => compiled('main.ts', 'const a = 1;\nconst = 2;')).toThrow(/^src\/main\.ts:2: /);
  });
});
