import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session';
import { lifecycleOf, useProjectKey } from '../project';

/** The person behind an action: by name if the project knows the person, else by id. */
export function Person({
  id,
  projectId,
}: {
  readonly id: string | null | undefined;
  /** Left out: the project of the address. */
  readonly projectId?: string;
}) {
  const { t } = useTranslation();
  const session = useSession();
  const { path, query } = useProjectKey();
  const lifecycle = useQuery(lifecycleOf({ path: { project_id: projectId ?? path.project_id }, query })).data;
  if (!id) return <>–</>;
  const people = [...(lifecycle?.assignments ?? []), ...(lifecycle?.available_members ?? [])];
  const name =
    session?.user_id === id
      ? session.display_name
      : people.find(({ member_id }) => member_id === id)?.display_name;
  return name ? (
    <Text span size="sm" dir="auto">
      {session?.user_id === id ? t('words.you', { name }) : name}
    </Text>
  ) : (
    <Text span size="xs" ff="monospace">
      {id}
    </Text>
  );
}
