import type { TextInputProps } from '@mantine/core';

/** Help stands below its input, so that inputs side by side stand on one line however long their help is. */
export const HELP_BELOW: NonNullable<TextInputProps['inputWrapperOrder']> = [
  'label',
  'input',
  'description',
  'error',
];
