import type { AccessRules, TokenChecks, TokenRules } from './credentials/rules.ts'
import type { WebhookRules } from './deliveries/rules.ts'
import type { DocumentRules } from './documents/rules.ts'
import type { EndpointRules, EventRules } from './events/rules.ts'
import type { Answers } from './http/answers.ts'
import type { HttpRules } from './http/rules.ts'
import type { IdRules } from './ids.ts'
import type {
  AccountRules,
  BrokerRules,
  ClientRules,
  KeyRules,
  LogRules,
  WebhookKeyRules,
} from './office/rules.ts'
import type { LifecycleRules, Operations, QuoteEffects, RatedFields, RecordFields } from './quotes/rules.ts'
import type { RatingRules } from './rating/rules.ts'
import type { SandboxTiming } from './timing.ts'
import type { ValidationRules } from './validation/rules.ts'
import type { Formats } from './wording.ts'

/**
 * The whole behaviour of the platform, in pieces that can be replaced one by one. Variants change points that the interface leaves
 * open; mutants break its statements on purpose. Groups hold small functions and tables; each is described where it is defined.
 * Code uses `platform.behaviour` each time and never calls a standard piece directly, so that a replacement takes effect
 * everywhere. `P` is the platform that a piece is given. The platform itself contains these rules, so here its type can only be a
 * parameter.
 */
export interface BehaviourRules<P> {
  readonly timing: SandboxTiming
  readonly ids: IdRules<P>
  readonly tokens: TokenRules<P>
  readonly tokenChecks: TokenChecks<P>
  readonly access: AccessRules<P>
  readonly validation: ValidationRules
  readonly operations: Operations<P>
  readonly answers: Answers
  readonly lifecycle: LifecycleRules<P>
  readonly effects: QuoteEffects<P>
  readonly rating: RatingRules
  readonly formats: Formats
  readonly record: RecordFields<P>
  readonly policyTerm: RatedFields<P>
  readonly personalCyber: RatedFields<P>
  readonly coverage: RatedFields<P>
  readonly documents: DocumentRules<P>
  readonly events: EventRules<P>
  readonly endpoints: EndpointRules<P>
  readonly webhooks: WebhookRules<P>
  readonly http: HttpRules<P>
  readonly accounts: AccountRules<P>
  readonly clients: ClientRules<P>
  readonly keys: KeyRules<P>
  readonly webhookKeys: WebhookKeyRules<P>
  readonly brokers: BrokerRules<P>
  readonly logs: LogRules<P>
}
