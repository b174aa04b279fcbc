import { Grid, Stack, Text } from '@mantine/core';
import { Panel } from '../../../parts/Panel';
import { useForm } from '../form/context';
import { Field } from '../form/Field';
import { Fields } from '../form/Objects';
import { isObject, type JsonObject, type Schema } from '../form/schema';
import { useWords } from '../form/words';
import { Prompt } from './Prompt';
import { Permissions } from './Permissions';
import type { Group, Layout } from './layouts';

/** Counters of the service and the runtime's own data, which people do not edit. */
const HIDDEN = new Set(['customer_destinations_version', 'runtime_native']);

const WITH_HELP = new Set(['prompt', 'pii_permissions']);

function GroupPanel({
  group,
  schema,
  value,
}: {
  readonly group: Group;
  readonly schema: Schema;
  readonly value: JsonObject;
}) {
  const { section } = useForm();
  const words = useWords();
  const required = schema.required ?? [];
  const [only] = group.fields;
  const isAlone = group.fields.length === 1 && only === group.name;
  const parts = group.fields.map((name) => {
    const own = schema.properties?.[name] ?? {};
    const props = { path: name, schema: own, value: value[name], isRequired: required.includes(name) };
    if (section === 'assistant' && name === 'prompt') return <Prompt key={name} {...props} root={value} />;
    if (section === 'governance' && name === 'pii_permissions') return <Permissions key={name} {...props} />;
    if (own.type === 'object' && own.properties && props.isRequired && isObject(props.value))
      return <Fields key={name} {...props} />;
    return (
      <Field key={name} {...props} isBare={isAlone && (own.type === 'array' || own.type === 'object')} />
    );
  });
  // A single field's panel shows its title and its help; a few fields show their help themselves.
  const help =
    isAlone && !WITH_HELP.has(group.name) && words.help(section, only, schema.properties?.[only] ?? {});
  return (
    <Panel title={words.label(section, isAlone ? group.name : `group.${group.name}`)}>
      {help && (
        <Text size="xs" c="dimmed">
          {help}
        </Text>
      )}
      <Stack gap="md">{parts}</Stack>
    </Panel>
  );
}

/** All fields of a section, in the groups of its layout. Fields outside of the layout come last. */
export function SectionForm({
  layout,
  schema,
  value,
}: {
  readonly layout: Layout;
  readonly schema: Schema;
  readonly value: JsonObject;
}) {
  const named = new Set([...layout.main, ...(layout.side ?? [])].flatMap(({ fields }) => fields));
  const others = Object.keys(schema.properties ?? {}).filter((name) => !named.has(name) && !HIDDEN.has(name));
  const rest: readonly Group[] = others.length > 0 ? [{ name: 'more', fields: others }] : [];
  const panels = (groups: readonly Group[]) => (
    <Stack>
      {groups.map((it) => (
        <GroupPanel key={it.name} group={it} schema={schema} value={value} />
      ))}
    </Stack>
  );
  if (!layout.side) return panels([...layout.main, ...rest]);
  return (
    <Grid>
      <Grid.Col span={{ base: 12, xl: 7 }}>{panels([...layout.main, ...rest])}</Grid.Col>
      <Grid.Col span={{ base: 12, xl: 5 }}>{panels(layout.side)}</Grid.Col>
    </Grid>
  );
}
