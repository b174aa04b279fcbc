import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProjectQuery } from '../data/projects';

/** More than a person scrolls through: the list can be searched by typing. */
const MAX_OPTIONS = 100;

/**
 * Chooses a project of the client in view, and says if the projects could not be read. A chosen
 * project that is not among them is shown by its id.
 */
export function ProjectSelect({ value, error, ...props }: Omit<SelectProps, 'data'>) {
  const { t } = useTranslation();
  const { data = [], isPending, isError } = useProjectQuery();
  const isMissing = !isPending && value && !data.some((it) => it.value === value);
  return (
    <Select
      searchable
      placeholder={t('shell.chooseProject')}
      limit={MAX_OPTIONS}
      {...props}
      data={isMissing ? [{ value, label: value }, ...data] : data}
      value={value}
      error={error ?? (isError && t('shell.noProjects'))}
    />
  );
}
