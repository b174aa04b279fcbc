import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useView } from '../../address/view';
import { useActorName } from '../../data/names';
import { useSession } from '../../session/session';
import { Instant } from './Instant';

/** The actor of an action: a colleague or a key by name if the reader may know it, else a word. */
export function Person({ id }: { readonly id: string | null | undefined }) {
  const { t } = useTranslation();
  const session = useSession();
  const { client_id } = useView();
  const isOwn = id !== null && id !== undefined && session?.user_id === id;
  const name = useActorName(client_id, id && session && !isOwn ? id : null);
  if (!id) return <>–</>;
  if (name.isLoading) return <>…</>;
  const { kind, display_name } = name.data ?? { kind: 'unknown', display_name: null };
  return (
    <Text span size="sm" dir="auto">
      {isOwn
        ? t('words.you', { name: session.display_name })
        : display_name === null
          ? t(`words.actor.${kind}`)
          : kind === 'key'
            ? t('shell.keyOf', { name: display_name })
            : display_name}
    </Text>
  );
}

interface Change {
  readonly at: string | null | undefined;
  readonly by: string | null | undefined;
  /** The change, if the record shows it. */
  readonly what?: string | undefined;
}

/** When and by whom, on one line. */
export const AtBy = ({ at, by, what }: Change) => (
  <span>
    {at && what && `${what} · `}
    <Instant at={at} />
    {at && by && (
      <>
        {' · '}
        <Person id={by} />
      </>
    )}
  </span>
);

/** What, when and by whom, one below the other: narrow enough for a column. */
export const AtByCell = ({ at, by, what }: Change) => (
  <div className="stacked">
    {at && what && <Text size="sm">{what}</Text>}
    <Instant at={at} />
    {at && by && (
      <Text size="sm" c="dimmed" component="div">
        <Person id={by} />
      </Text>
    )}
  </div>
);

/** The last change of an item: who made it and when; nothing if there was none. */
export function ChangedBy({ at, by, what }: Change) {
  const { t } = useTranslation();
  if (!at) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('words.lastChanged')} <AtBy at={at} by={by} what={what} />
    </Text>
  );
}
