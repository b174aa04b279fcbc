import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAssignment, useMay } from '../address/assignment';
import { useProjects } from '../data/projects';

/** Pages about projects, for a person who only sees assigned ones. */
const OF_PROJECTS = [
  '/analytics',
  '/calls',
  '/campaigns',
  '/projects',
  '/integrations',
  '/alerts',
  '/status',
];

/** A page; or, for a partner without an assigned project, why it would be empty and whom to ask. */
export function UnlessWithoutProject({
  pathname,
  children,
}: {
  readonly pathname: string;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const assignment = useAssignment();
  const may = useMay();
  // A partner who is not an administrator only sees assigned projects.
  const isOf =
    may('listApiKeys') && !may('createApiKey') && OF_PROJECTS.some((it) => pathname.startsWith(it));
  const projects = useProjects(isOf);
  if (!assignment || !isOf || projects?.length !== 0) return children;
  return (
    <Stack align="center" py="xl">
      <Title order={1} ta="center" dir="auto">
        {t('client.noProject', { name: assignment.business_name })}
      </Title>
      <Text c="dimmed" ta="center">
        {t('client.noProjectNext')}
      </Text>
    </Stack>
  );
}
