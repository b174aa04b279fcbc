import type { PersonResponse } from '../../../api/generated';

export type Role = PersonResponse['role'];
