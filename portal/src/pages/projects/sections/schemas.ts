import {
  AssistantConfigurationSchema,
  BookingConfigurationSchema,
  DashboardMetadataConfigurationSchema,
  EmailDeliveryConfigurationSchema,
  GovernanceConfigurationSchema,
  IdentityVerificationConfigurationSchema,
  LlmPolicyConfigurationSchema,
  LlmPolicyFailoverSchema,
  LlmPolicyFallbackSchema,
  LlmPolicyPrimarySchema,
  LlmPolicySecondarySchema,
  PluginConfigurationSchema,
  ProviderConfigurationAnsweringMachineDetectionSchema,
  ProviderConfigurationLatencySchema,
  ProviderConfigurationLlmSchema,
  ProviderConfigurationRuntimeNativeSchema,
  ProviderConfigurationSchema,
  ProviderConfigurationSttSchema,
  ProviderConfigurationTelephonySchema,
  ProviderConfigurationTtsSchema,
  TestingOverridesConfigurationSchema,
  TransferRoutingAnnouncementsSchema,
  TransferRoutingAttemptsSchema,
  TransferRoutingConfigurationSchema,
  TransferRoutingFallbackSchema,
  TransferRoutingTriggersSchema,
} from '../../../api/generated/schemas.gen';
import type { Schema } from '../form/schema';
import type { SectionName } from './sections';

/** Parts of sections that have a name in the API's document. */
const PARTS: Readonly<Record<string, Schema>> = {
  LlmPolicyFailover: LlmPolicyFailoverSchema,
  LlmPolicyFallback: LlmPolicyFallbackSchema,
  LlmPolicyPrimary: LlmPolicyPrimarySchema,
  LlmPolicySecondary: LlmPolicySecondarySchema,
  ProviderConfigurationAnsweringMachineDetection: ProviderConfigurationAnsweringMachineDetectionSchema,
  ProviderConfigurationLatency: ProviderConfigurationLatencySchema,
  ProviderConfigurationLlm: ProviderConfigurationLlmSchema,
  ProviderConfigurationRuntimeNative: ProviderConfigurationRuntimeNativeSchema,
  ProviderConfigurationStt: ProviderConfigurationSttSchema,
  ProviderConfigurationTelephony: ProviderConfigurationTelephonySchema,
  ProviderConfigurationTts: ProviderConfigurationTtsSchema,
  TransferRoutingAnnouncements: TransferRoutingAnnouncementsSchema,
  TransferRoutingAttempts: TransferRoutingAttemptsSchema,
  TransferRoutingFallback: TransferRoutingFallbackSchema,
  TransferRoutingTriggers: TransferRoutingTriggersSchema,
};

/** Puts named parts in the place of what refers to them. @throws for one that is not among the parts: its fields could not be edited */
function whole(schema: Schema): Schema {
  const { $ref, properties, items, ...rest } = schema;
  const part = $ref && PARTS[$ref.split('/').at(-1) ?? ''];
  if ($ref && !part) throw new Error(`The forms of the sections do not know ${$ref}.`);
  if (part) return { ...whole(part), ...(rest.description ? { description: rest.description } : {}) };
  return {
    ...rest,
    ...(items ? { items: whole(items) } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, it]) => [name, whole(it)])) }
      : {}),
  };
}

/** The published schema of each section. */
export const SCHEMAS: Readonly<Record<SectionName, Schema>> = {
  assistant: whole(AssistantConfigurationSchema),
  booking: whole(BookingConfigurationSchema),
  'dashboard-metadata': whole(DashboardMetadataConfigurationSchema),
  'email-delivery': whole(EmailDeliveryConfigurationSchema),
  governance: whole(GovernanceConfigurationSchema),
  'identity-verification': whole(IdentityVerificationConfigurationSchema),
  'llm-policy': whole(LlmPolicyConfigurationSchema),
  'plugin-configuration': whole(PluginConfigurationSchema),
  'provider-configuration': whole(ProviderConfigurationSchema),
  'testing-overrides': whole(TestingOverridesConfigurationSchema),
  'transfer-routing': whole(TransferRoutingConfigurationSchema),
};
