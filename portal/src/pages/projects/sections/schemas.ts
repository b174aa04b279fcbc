import {
  AssistantConfigurationSchema,
  BookingConfigurationSchema,
  CustomerDestinationSchema,
  DashboardMetadataConfigurationSchema,
  EmailDeliveryConfigurationSchema,
  GovernanceConfigurationSchema,
  HandleSchema,
  HttpsUrlSchema,
  IdentityVerificationConfigurationSchema,
  LanguageTagSchema,
  LlmPolicyConfigurationSchema,
  LlmPolicyFailoverSchema,
  LlmPolicyFallbackSchema,
  LlmPolicyPrimarySchema,
  LlmPolicySecondarySchema,
  ModelRouteSchema,
  NativeRouteSchema,
  OpeningHoursSchema,
  PersonalDataKindSchema,
  PersonalDataKindsSchema,
  PhoneNumberSchema,
  PluginConfigurationSchema,
  ProviderConfigurationSchema,
  ProviderConfigurationAnsweringMachineDetectionSchema,
  ProviderConfigurationLatencySchema,
  ProviderConfigurationLlmSchema,
  ProviderConfigurationRuntimeNativeSchema,
  ProviderConfigurationSttSchema,
  ProviderConfigurationTelephonySchema,
  ProviderConfigurationTtsSchema,
  SecretReferenceSchema,
  TestingOverridesConfigurationSchema,
  TextSchema,
  TextLineSchema,
  TransferRoutingAnnouncementsSchema,
  TransferRoutingAttemptsSchema,
  TransferRoutingConfigurationSchema,
  TransferRoutingFallbackSchema,
  TransferRoutingTriggersSchema,
} from '../../../api/generated/schemas.gen';
import type { Schema } from '../form/schema';
import type { SectionName } from '../../../address/project-places';

/** Parts of sections that have a name in the API's document. */
const PARTS: Readonly<Record<string, Schema>> = {
  CustomerDestination: CustomerDestinationSchema,
  Handle: HandleSchema,
  HttpsUrl: HttpsUrlSchema,
  LanguageTag: LanguageTagSchema,
  LlmPolicyFailover: LlmPolicyFailoverSchema,
  LlmPolicyFallback: LlmPolicyFallbackSchema,
  LlmPolicyPrimary: LlmPolicyPrimarySchema,
  LlmPolicySecondary: LlmPolicySecondarySchema,
  ModelRoute: ModelRouteSchema,
  NativeRoute: NativeRouteSchema,
  OpeningHours: OpeningHoursSchema,
  PersonalDataKind: PersonalDataKindSchema,
  PersonalDataKinds: PersonalDataKindsSchema,
  PhoneNumber: PhoneNumberSchema,
  ProviderConfigurationAnsweringMachineDetection: ProviderConfigurationAnsweringMachineDetectionSchema,
  ProviderConfigurationLatency: ProviderConfigurationLatencySchema,
  ProviderConfigurationLlm: ProviderConfigurationLlmSchema,
  ProviderConfigurationRuntimeNative: ProviderConfigurationRuntimeNativeSchema,
  ProviderConfigurationStt: ProviderConfigurationSttSchema,
  ProviderConfigurationTelephony: ProviderConfigurationTelephonySchema,
  ProviderConfigurationTts: ProviderConfigurationTtsSchema,
  SecretReference: SecretReferenceSchema,
  Text: TextSchema,
  TextLine: TextLineSchema,
  TransferRoutingAnnouncements: TransferRoutingAnnouncementsSchema,
  TransferRoutingAttempts: TransferRoutingAttemptsSchema,
  TransferRoutingFallback: TransferRoutingFallbackSchema,
  TransferRoutingTriggers: TransferRoutingTriggersSchema,
};

/**
 * Replaces references with the named parts, keeping the texts next to them.
 * @throws for a part that is not listed above: its fields could not be edited
 */
function whole<T>(value: T): T {
  if (Array.isArray(value)) return value.map(whole) as T;
  if (typeof value !== 'object' || value === null) return value;
  const { $ref: target, ...rest } = value as Schema;
  const part = target && PARTS[target.split('/').at(-1) ?? ''];
  if (target && !part) throw new Error(`The forms of the sections do not know ${target}.`);
  const own = Object.fromEntries(Object.entries(rest).map(([key, it]) => [key, whole<unknown>(it)]));
  return (part ? { ...whole(part), ...own } : own) as T;
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
