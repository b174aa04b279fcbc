import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../app/session';
import { useLifecycle } from '../project';

/** The person behind an action: by name if the project knows the person, else by id. */
export function Person({ id }: { readonly id: string | null | undefined }) {
  const { t } = useTranslation();
  const session = useSession();
  const lifecycle = useLifecycle().data;
  if (!id) return <>–</>;
  const people = [...(lifecycle?.assignments ?? []), ...(lifecycle?.available_members ?? [])];
  const name =
    session?.user_id === id
      ? session.display_name
      : people.find(({ member_id }) => member_id === id)?.display_name;
  return name ? (
    <Text span size="sm" dir="auto">
      {session?.user_id === id ? t('release.you', { name }) : name}
    </Text>
  ) : (
    <Text span size="xs" ff="monospace">
      {id}
    </Text>
  );
}
