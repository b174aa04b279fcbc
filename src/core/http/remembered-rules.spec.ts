import { getMetadataStorage, IsInt, IsOptional, IsString, validateSync } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { rememberRules } from './remembered-rules.js';

class Parent {
  @IsString()
  name = '';
}

class Child extends Parent {
  @IsInt()
  age = 0;
}

/** Says of its name itself what the parent says otherwise. */
class Renamed extends Parent {
  @IsOptional()
  @IsString({ message: 'has its own words' })
  override name = '';
}

class Grouped {
  @IsString({ groups: ['strict'] })
  name: unknown = 1;
}

const rulesOf = (type: new () => object, groups?: string[]): unknown[] =>
  getMetadataStorage().getTargetValidationMetadatas(type, '', false, false, groups);

describe('remembered rules', () => {
  const types = [Parent, Child, Renamed, Grouped];
  const before = types.map((type) => rulesOf(type));
  const ofTheGroup = rulesOf(Grouped, ['strict']);
  const ofAnother = rulesOf(Grouped, ['other']);
  rememberRules();

  it('are those that are found without it, inherited ones among them', () => {
    for (const time of ['first', 'again']) {
      expect(
        types.map((type) => rulesOf(type)),
        time,
      ).toEqual(before);
    }
  });

  it('are found once for a class', () => {
    expect(rulesOf(Child)).toBe(rulesOf(Child));
  });

  it('leave groups as they are', () => {
    expect(rulesOf(Grouped, ['strict'])).toEqual(ofTheGroup);
    expect(rulesOf(Grouped, ['other'])).toEqual(ofAnother);
    expect(ofAnother).not.toEqual(ofTheGroup);
  });

  it('refuse what is wrong by a rule of the parent, and of the class itself', () => {
    const child = Object.assign(new Child(), { name: 1, age: 'old' });
    const properties = validateSync(child).map(({ property }) => property);
    expect(properties.toSorted()).toEqual(['age', 'name']);
    const [renamed] = validateSync(Object.assign(new Renamed(), { name: 1 }));
    expect(renamed?.constraints).toEqual({ isString: 'has its own words' });
  });
});
