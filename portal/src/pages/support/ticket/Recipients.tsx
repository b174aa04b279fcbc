import { ActionIcon, Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  addSupportRecipient,
  removeSupportRecipient,
  type RecipientRequest,
  type RecipientsResponse,
} from '../../../api/generated';
import {
  listEmailAddressesOptions,
  listPeopleOptions,
  listSupportRecipientsOptions,
} from '../../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../../address/assignment';
import { useClientId } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { Loaded } from '../../../parts/States';

const MOST_PEOPLE = 100;
const CHANGED = [[{ _id: 'listSupportRecipients' }]] as const;

type Item = RecipientsResponse['items'][number];

/**
 * The name of a recipient: of a colleague or an address if the reader may know it, otherwise a
 * generic word.
 */
function useNameOf(): (item: Item) => string {
  const { t } = useTranslation();
  return ({ person, address }) =>
    person
      ? (person.display_name ?? t(`words.actor.${person.kind}`))
      : [address?.label, address?.email_masked].filter(Boolean).join(' · ') || t('ticket.anAddress');
}

function Line({
  ticketId,
  of,
  mayRemove,
}: {
  readonly ticketId: string;
  readonly of: Item;
  readonly mayRemove: boolean;
}) {
  const { t } = useTranslation();
  const client_id = useClientId();
  const name = useNameOf()(of);
  const remove = useWrite(
    (recipient_id: string, key) =>
      removeSupportRecipient({
        path: { ticket_id: ticketId, recipient_id },
        query: { client_id },
        headers: { 'Idempotency-Key': key },
      }),
    { changes: CHANGED },
  );
  return (
    <li>
      <Group gap="xs">
        <Text size="sm" dir="auto" className="breaks">
          {name}
        </Text>
        {mayRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('ticket.removeRecipient', { name })}
            loading={remove.isPending}
            onClick={() => remove.send(of.recipient_id)}
          >
            <IconX size={16} />
          </ActionIcon>
        )}
      </Group>
      <Refusal problem={remove.problem} />
    </li>
  );
}

/**
 * The client's people and verified addresses that are not notified yet, if the reader may see them.
 */
function useCandidates(present: readonly Item[]): { readonly value: string; readonly label: string }[] {
  const client_id = useClientId();
  const may = useMay();
  const people = useQuery({
    ...listPeopleOptions({ query: { client_id, page_size: MOST_PEOPLE } }),
    enabled: may('listPeople'),
  });
  const addresses = useQuery({
    ...listEmailAddressesOptions({ query: { client_id } }),
    enabled: may('listEmailAddresses'),
  });
  const isTold = new Set(
    present.flatMap(({ person, address }) => person?.user_id ?? address?.address_id ?? []),
  );
  const candidates = [
    ...(people.data?.items ?? [])
      .filter(({ active }) => active)
      .map(({ user_id, display_name }) => ({ id: user_id, value: `person ${user_id}`, label: display_name })),
    ...(addresses.data?.items ?? [])
      .filter(({ status }) => status === 'verified')
      .map(({ address_id, label, email_masked }) => ({
        id: address_id,
        value: `address ${address_id}`,
        label: [label, email_masked].filter(Boolean).join(' · '),
      })),
  ];
  return candidates.filter(({ id }) => !isTold.has(id)).map(({ value, label }) => ({ value, label }));
}

function Add({ ticketId, present }: { readonly ticketId: string; readonly present: readonly Item[] }) {
  const { t } = useTranslation();
  const client_id = useClientId();
  const [chosen, setChosen] = useState<string | null>(null);
  const data = useCandidates(present);
  const add = useWrite(
    (body: RecipientRequest, key) =>
      addSupportRecipient({
        path: { ticket_id: ticketId },
        query: { client_id },
        headers: { 'Idempotency-Key': key },
        body,
      }),
    { changes: CHANGED, onDone: () => setChosen(null) },
  );
  // Roles that see neither people nor addresses have nothing to choose from.
  if (data.length === 0) return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const [kind, id = ''] = chosen?.split(' ') ?? [];
        if (chosen) add.send(kind === 'person' ? { user_id: id } : { address_id: id });
      }}
    >
      <Group gap="xs" align="flex-end">
        <Select
          size="xs"
          w={280}
          searchable
          label={t('ticket.addRecipient')}
          placeholder={t('ticket.chooseRecipient')}
          data={data}
          value={chosen}
          onChange={setChosen}
        />
        <Button size="xs" variant="default" type="submit" disabled={chosen === null} loading={add.isPending}>
          {t('ticket.add')}
        </Button>
      </Group>
      <Refusal problem={add.problem} />
    </form>
  );
}

/** The people and addresses that are notified of public answers by mail. */
export function Recipients({
  ticketId,
  isClosed,
}: {
  readonly ticketId: string;
  readonly isClosed: boolean;
}) {
  const { t } = useTranslation();
  const client_id = useClientId();
  const may = useMay();
  const asked = { path: { ticket_id: ticketId }, query: { client_id } };
  const recipients = useQuery(listSupportRecipientsOptions(asked));
  return (
    <Panel title={t('ticket.recipients')}>
      <Text size="sm" c="dimmed">
        {t('ticket.recipientsHelp')}
      </Text>
      <Loaded query={recipients} what={t('ticket.recipients')} height={60}>
        {({ items }) => (
          <Stack gap="xs">
            {items.length === 0 && <Text size="sm">{t('ticket.noRecipients')}</Text>}
            <Stack gap={4} component="ul" className="course">
              {items.map((it) => (
                <Line
                  key={it.recipient_id}
                  ticketId={ticketId}
                  of={it}
                  mayRemove={!isClosed && may('removeSupportRecipient')}
                />
              ))}
            </Stack>
            {!isClosed && may('addSupportRecipient') && <Add ticketId={ticketId} present={items} />}
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}
