import { Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listApiKeysOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { carries } from '../../../data/key-scopes';

/** A person who could take over the keys of another. */
export interface Colleague {
  readonly user_id: string;
  readonly display_name: string;
  readonly role: string;
}

const LIVE: readonly string[] = ['active', 'grace'];

/**
 * Asks what happens to the API keys that a person's role no longer permits: they end, or a colleague
 * takes them over (partner 6.8). Shows nothing if there are none; people of customers have no keys.
 */
export function KeysOfPerson({
  clientId,
  person,
  role,
  colleagues,
  heir,
  onHeir,
}: {
  readonly clientId: string;
  readonly person: Colleague;
  /** The role that the person will have; null: none. */
  readonly role: string | null;
  readonly colleagues: readonly Colleague[];
  /** The user id of the colleague; null: the keys end. */
  readonly heir: string | null;
  readonly onHeir: (userId: string | null) => void;
}) {
  const { t } = useTranslation();
  const hasKeys = carries(person.role, person.role);
  const keys = useQuery({
    ...listApiKeysOptions({ query: { client_id: clientId } }),
    enabled: hasKeys && role !== person.role,
  });
  if (!hasKeys || role === person.role) return null;
  if (keys.isError) return <Text size="sm">{t('people.keysUnknown')}</Text>;
  const count = keys.data?.items.filter(
    (key) =>
      key.created_by === person.user_id &&
      LIVE.includes(key.status) &&
      (role === null || !carries(role, key.scope)),
  ).length;
  if (!count) return null;
  return (
    <Stack gap="xs">
      <Text size="sm">{t('people.keysOver', { count, name: person.display_name })}</Text>
      <Select
        label={t('people.keepKeysWith')}
        placeholder={t('people.keysEnd')}
        description={t('people.keepKeysText')}
        clearable
        clearButtonProps={{ 'aria-label': t('people.keysEnd') }}
        data={colleagues
          .filter((it) => it.user_id !== person.user_id && carries(it.role, person.role))
          .map(({ user_id, display_name }) => ({ value: user_id, label: display_name }))}
        value={heir}
        onChange={onHeir}
      />
    </Stack>
  );
}
