import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { isOtherEnvironment, readProjectListing, seesDetail } from './directory.policy.js';
import { SCOPES } from '../../../core/shared/roles.js';

describe('what is asked of a list of projects', () => {
  // projects 1.3
  it('is the first twenty active projects, newest first, unless it says otherwise', () => {
    expect(readProjectListing({})).toEqual({
      order: { key: 'created_at_utc', direction: 'desc' },
      includesArchived: false,
      page: 1,
      pageSize: 20,
      isPaged: false,
    });
  });

  it.each(['display_name', 'created_at_utc', 'updated_at_utc', 'project_id'])(
    'may be sorted by %s',
    (key) => {
      expect(readProjectListing({ sort_by: key, sort_order: 'asc' }).order).toEqual({
        key,
        direction: 'asc',
      });
    },
  );

  it.each([
    [{ page: 1 }, 1, 20],
    [{ page_size: 20 }, 1, 20],
    [{ page: 7, page_size: 100 }, 7, 100],
  ])('is a page where %j is sent', (query, page, pageSize) => {
    expect(readProjectListing(query)).toMatchObject({ page, pageSize });
  });

  it.each<[string | undefined, string | undefined, boolean]>([
    [undefined, undefined, false],
    ['false', 'false', false],
    ['true', undefined, true],
    [undefined, 'true', true],
    ['true', 'false', true],
    ['false', 'true', true],
    ['true', 'true', true],
  ])('with include_inactive %j and include_archived %j has archived ones: %j', (inactive, archived, all) => {
    const query = { include_inactive: inactive, include_archived: archived };
    expect(readProjectListing(query).includesArchived).toBe(all);
  });

  it.each([
    ['sort_by', ''],
    ['sort_by', 'created_at'],
    ['sort_by', 'Display_Name'],
    ['sort_by', 'constructor'],
    ['sort_by', 'project_id; DROP TABLE projects'],
    ['sort_order', 'ASC'],
    ['sort_order', ''],
    ['include_inactive', 'yes'],
    ['include_inactive', 'TRUE'],
    ['include_archived', '1'],
    ['include_archived', ''],
    ['data_env', 'production'],
    ['data_env', 'PROD'],
    ['data_env', ''],
  ])('names %s in a 400 for %j, and what is allowed', (field, value) => {
    try {
      readProjectListing({ [field]: value });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(PlatformError);
      expect(error).toMatchObject({
        entry: { status: 400, code: 'validation_failed' },
        fields: [{ loc: ['query', field], message: expect.stringContaining('must be one of ') as string }],
      });
    }
  });

  // projects 1.4
  it('has every wrong value named at once', () => {
    expect(() => readProjectListing({ sort_by: 'x', sort_order: 'x', include_archived: 'x' })).toThrow(
      expect.objectContaining({
        fields: ['sort_by', 'sort_order', 'include_archived'].map(
          (field) => expect.objectContaining({ loc: ['query', field] }) as unknown,
        ),
      }) as Error,
    );
  });
});

// projects 1.3
describe('another environment', () => {
  it.each<[string | undefined, boolean]>([
    [undefined, false],
    ['staging', false],
    ['prod', true],
    ['dev', true],
    ['production', false],
    ['', false],
  ])('is what data_env %j names to staging credentials: %j', (asked, expected) => {
    expect(isOtherEnvironment(asked, 'staging')).toBe(expected);
  });
});

// projects 1.2
const WITH_DETAIL = ['partner_admin', 'partner_user', 'service_admin', 'service_operator'];

describe('the project detail', () => {
  it.each(SCOPES)('is for partner and internal roles alone (%s)', (scope) => {
    expect(seesDetail({ scope })).toBe(WITH_DETAIL.includes(scope));
  });
});
