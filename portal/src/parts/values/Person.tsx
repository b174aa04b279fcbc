import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useView } from '../../address/view';
import {
  getProjectLifecycleOptions,
  listApiKeysOptions,
} from '../../api/generated/@tanstack/react-query.gen';
import { useSession } from '../../session/session';
import { useMay } from '../../address/assignment';

/** The name of a key of the partner, for an actor that is none of the people that the page knows. */
function useKeyName(id: string | undefined): string | undefined {
  const { t } = useTranslation();
  const may = useMay();
  const { client_id } = useView();
  const keys = useQuery({
    ...listApiKeysOptions({ query: { client_id } }),
    enabled: id !== undefined && may('listApiKeys'),
  });
  const key = keys.data?.items.find(({ key_id }) => key_id === id);
  return key && t('shell.keyOf', { name: key.description });
}

/** The actor of an action: a person or a key, by name if the reader may know it, else by id. */
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
  const { projectId: ofAddress = '' } = useParams({ strict: false });
  const { client_id } = useView();
  const lifecycle = useQuery(
    getProjectLifecycleOptions({ path: { project_id: projectId ?? ofAddress }, query: { client_id } }),
  ).data;
  const people = [...(lifecycle?.assignments ?? []), ...(lifecycle?.available_members ?? [])];
  const isOwn = id !== null && id !== undefined && session?.user_id === id;
  const person = isOwn
    ? t('words.you', { name: session.display_name })
    : people.find(({ member_id }) => member_id === id)?.display_name;
  const key = useKeyName(id && lifecycle && !person ? id : undefined);
  if (!id) return <>–</>;
  const name = person ?? key;
  return name ? (
    <Text span size="sm" dir="auto">
      {name}
    </Text>
  ) : (
    <Text span size="xs" ff="monospace">
      {id}
    </Text>
  );
}
