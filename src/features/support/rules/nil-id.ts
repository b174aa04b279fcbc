/** Represents the subject among the comments of a ticket. */
export const SUBJECT_ID = '00000000-0000-0000-0000-000000000000';
