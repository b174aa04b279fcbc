import { MultiSelect, PasswordInput, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  changeSsoConnection,
  type ChangeConnectionRequest,
  type ConnectionRecord,
  type ConnectionsResponse,
  type DomainRecord,
} from '../../../api/generated';
import {
  listSsoConnectionsQueryKey,
  listSsoDomainsQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import { ChangeConnectionRequestSchema } from '../../../api/generated/schemas.gen';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { bind } from '../../../forms/bind';
import { useEdited } from '../../../forms/edited';
import { EditedForm, type Described } from '../../../parts/forms/EditedForm';

const ROLES = ChangeConnectionRequestSchema.properties.default_role.enum
  .filter((role) => role !== null)
  .reverse();
const SHOWN = ['name', 'issuer', 'client_id', 'client_secret', 'metadata_url', 'metadata_xml', 'domains'];

/** The settings as typed; secrets and metadata are not kept in the tab. */
interface Settings {
  readonly name: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly metadata_url: string;
  readonly domains: readonly string[];
  /** Empty: the directory creates no accounts. */
  readonly default_role: string;
}

const NONE = { client_secret: '', metadata_xml: '' };

const settingsOf = (it: ConnectionRecord): Settings => ({
  name: it.name,
  issuer: it.issuer ?? '',
  client_id: it.client_id ?? '',
  metadata_url: it.metadata_url ?? '',
  domains: it.domains,
  default_role: it.default_role ?? '',
});

/** Only the changed settings: the others stay as they are. */
function changesIn(values: Settings, saved: Settings, typed: typeof NONE): ChangeConnectionRequest {
  const isChanged = (name: keyof Settings): boolean =>
    JSON.stringify(values[name]) !== JSON.stringify(saved[name]);
  const texts = ['name', 'issuer', 'client_id', 'metadata_url'] as const;
  return {
    ...Object.fromEntries(texts.filter(isChanged).map((name) => [name, values[name].trim()])),
    ...Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim() !== '')),
    ...(isChanged('domains') && { domains: [...values.domains] }),
    ...(isChanged('default_role') && {
      default_role: ROLES.find((it) => it === values.default_role) ?? null,
    }),
  };
}

/** The settings of a connection; the secret can be written but is never shown. */
export function ConnectionForm({
  saved,
  domains,
}: {
  readonly saved: ConnectionRecord;
  readonly domains: readonly DomainRecord[] | undefined;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const queries = useQueryClient();
  const { connection_id: id, kind, etag } = saved;
  const edited = useEdited<Settings>(`connection:${id}`, { values: settingsOf(saved), etag });
  const [typed, setTyped] = useState(NONE);
  const isTyped = Object.values(typed).some((text) => text !== '');
  const query = { client_id };
  const write = useWrite(
    async (body: ChangeConnectionRequest, key) =>
      (
        await changeSsoConnection({
          path: { connection_id: id },
          query,
          headers: { 'If-Match': `"${edited.saved.etag}"`, 'Idempotency-Key': key },
          body,
        })
      ).data,
    {
      changes: [listSsoConnectionsQueryKey({ query }), listSsoDomainsQueryKey({ query })],
      onDone: (answer) => {
        queries.setQueryData<ConnectionsResponse>(
          listSsoConnectionsQueryKey({ query }),
          (before) => before && { items: before.items.map((it) => (it.connection_id === id ? answer : it)) },
        );
        setTyped(NONE);
        edited.discard();
        notifications.show({ message: t('sso.saved', { name: answer.name }) });
      },
    },
  );
  const errors = write.problem?.fields ?? {};
  const field = bind(edited, errors);
  const secret = bind({ values: typed, set: (change) => setTyped({ ...typed, ...change }) }, errors);
  const describe = (it: Settings): Described => [
    [t('sso.name'), it.name],
    [t('sso.issuer'), it.issuer],
    [t('sso.clientId'), it.client_id],
    [t('sso.metadataUrl'), it.metadata_url],
    [t('sso.domains'), it.domains.join(', ')],
    [t('sso.defaultRole'), it.default_role === '' ? t('sso.noDefaultRole') : t(`roles.${it.default_role}`)],
  ];
  // A domain of another connection must be removed there first.
  const free = (domains ?? []).filter(({ connection_id: of }) => of === null || of === id);
  const choices = [...new Set([...free.map(({ domain }) => domain), ...edited.values.domains])];
  return (
    <EditedForm
      edited={{
        ...edited,
        isChanged: edited.isChanged || isTyped,
        discard: () => (setTyped(NONE), edited.discard()),
      }}
      describe={describe}
      write={write}
      shown={SHOWN}
      onSave={() => write.send(changesIn(edited.values, edited.saved.values, typed))}
    >
      <TextInput label={t('sso.name')} maxLength={80} {...field.text('name')} />
      {kind === 'oidc' ? (
        <Stack>
          <TextInput
            label={t('sso.issuer')}
            description={t('sso.issuerHelp')}
            type="url"
            {...field.text('issuer')}
          />
          <TextInput label={t('sso.clientId')} autoComplete="off" {...field.text('client_id')} />
          <PasswordInput
            label={t('sso.secret')}
            description={
              saved.client_secret_preview === null
                ? t('sso.secretHelp')
                : t('sso.secretKept', { preview: saved.client_secret_preview })
            }
            autoComplete="new-password"
            {...secret.text('client_secret')}
          />
        </Stack>
      ) : (
        <Stack>
          <TextInput
            label={t('sso.metadataUrl')}
            description={t('sso.metadataUrlHelp')}
            type="url"
            {...field.text('metadata_url')}
          />
          <Textarea
            label={t('sso.metadataXml')}
            description={t('sso.metadataXmlHelp')}
            rows={4}
            ff="monospace"
            {...secret.text('metadata_xml')}
          />
          {saved.issuer !== null && (
            <Text size="sm" className="breaks">
              {t('sso.readFrom', { issuer: saved.issuer, page: saved.sign_in_url })}
            </Text>
          )}
        </Stack>
      )}
      <MultiSelect
        label={t('sso.domains')}
        description={t('sso.domainsHelp')}
        data={choices}
        placeholder={edited.values.domains.length === 0 ? t('sso.chooseDomains') : undefined}
        nothingFoundMessage={t('sso.noDomains')}
        {...field.list('domains')}
      />
      <Select
        label={t('sso.defaultRole')}
        description={t('sso.defaultRoleHelp')}
        placeholder={t('sso.noDefaultRole')}
        clearable
        data={ROLES.map((value) => ({ value, label: t(`roles.${value}`) }))}
        {...field.emptied('default_role')}
      />
    </EditedForm>
  );
}
