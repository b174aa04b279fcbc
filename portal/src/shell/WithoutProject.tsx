import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAssignment, useMay } from '../address/assignment';
import { useProjects } from '../data/projects';

/**
 * Pages about projects, for a person who only sees assigned ones. Alerts and keys are of the client
 * as well (alerts 2.6), so their pages are none of these.
 */
const OF_PROJECTS = ['/analytics', '/calls', '/follow-up', '/campaigns', '/projects', '/status'];

/**
 * Whether the person sees only assigned projects of the client in view, and has none; undefined
 * until known.
 */
export function useIsWithoutProject(isAsked = true): boolean | undefined {
  const may = useMay();
  // A partner who is not an administrator sees only assigned projects.
  const isLimited = isAsked && may('listApiKeys') && !may('createApiKey');
  const projects = useProjects(isLimited);
  return isLimited ? projects && projects.length === 0 : false;
}

/**
 * Says that no project is assigned, and whom to ask.
 * @param order the level of its heading
 */
export function WithoutProject({ order = 1 }: { readonly order?: 1 | 2 }) {
  const { t } = useTranslation();
  return (
    <Stack align="center" py="xl">
      <Title order={order} ta="center" dir="auto">
        {t('client.noProject', { name: useAssignment()?.business_name })}
      </Title>
      <Text c="dimmed" ta="center">
        {t('client.noProjectNext')}
      </Text>
    </Stack>
  );
}

/** A page or, for a partner without an assigned project, why it is empty and whom to ask. */
export function UnlessWithoutProject({
  pathname,
  children,
}: {
  readonly pathname: string;
  readonly children: ReactNode;
}) {
  const isOf = OF_PROJECTS.some((it) => pathname.startsWith(it));
  return useIsWithoutProject(isOf) ? <WithoutProject /> : children;
}
