import type { TextInputProps } from '@mantine/core';

/** Help is below its input, so that adjacent inputs line up however long their help is. */
export const HELP_BELOW: NonNullable<TextInputProps['inputWrapperOrder']> = [
  'label',
  'input',
  'description',
  'error',
];
