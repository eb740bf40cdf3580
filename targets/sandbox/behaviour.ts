import { type AccessRules, standardAccess } from './credentials/access.ts'
import { standardTokenChecks, type TokenChecks } from './credentials/token-checks.ts'
import { standardTokens, type TokenRules } from './credentials/tokens.ts'
import { standardWebhooks, type WebhookRules } from './deliveries/rules.ts'
import { type DocumentRules, standardDocuments } from './documents/documents.ts'
import { type EndpointRules, standardEndpoints } from './events/endpoints.ts'
import { type EventRules, standardEvents } from './events/payloads.ts'
import { type Answers, standardAnswers } from './http/answers.ts'
import { type HttpRules, standardHttp } from './http/rules.ts'
import { type IdRules, standardIds } from './ids.ts'
import { type Effects, standardEffects } from './quotes/effects.ts'
import { type LifecycleRules, standardLifecycle } from './quotes/lifecycle.ts'
import { type Operations, standardOperations } from './quotes/operations.ts'
import {
  type RatedFields,
  type RecordFields,
  standardCoverage,
  standardPersonalCyber,
  standardPolicyTerm,
  standardRecord,
} from './quotes/record.ts'
import { type RatingRules, standardRating } from './rating/rules.ts'
import { standardTiming, type Timing } from './timing.ts'
import { standardValidation, type ValidationRules } from './validation/rules.ts'
import { type Formats, standardFormats } from './wording.ts'

/**
 * The whole behaviour of the platform, in pieces that can be replaced one by one. Variants change points that
 * the interface leaves open; mutants break its statements on purpose. Groups hold small functions and tables;
 * each is described where it is defined. Code asks `platform.behaviour` each time and never calls a standard
 * piece directly, so that every replacement is in force everywhere.
 */
export interface Behaviour {
  readonly timing: Timing
  readonly ids: IdRules
  readonly tokens: TokenRules
  readonly tokenChecks: TokenChecks
  readonly access: AccessRules
  readonly validation: ValidationRules
  readonly operations: Operations
  readonly answers: Answers
  readonly lifecycle: LifecycleRules
  readonly effects: Effects
  readonly rating: RatingRules
  readonly formats: Formats
  readonly record: RecordFields
  readonly policyTerm: RatedFields
  readonly personalCyber: RatedFields
  readonly coverage: RatedFields
  readonly documents: DocumentRules
  readonly events: EventRules
  readonly endpoints: EndpointRules
  readonly webhooks: WebhookRules
  readonly http: HttpRules
}

/** Replaces entries of groups; whatever is left out stays as it was. */
export type BehaviourChanges = { readonly [Group in keyof Behaviour]?: Partial<Behaviour[Group]> }

/** The behaviour of a conformant platform. A replacement may call the standard piece that it stands for. */
export const standardBehaviour: Behaviour = {
  timing: standardTiming,
  ids: standardIds,
  tokens: standardTokens,
  tokenChecks: standardTokenChecks,
  access: standardAccess,
  validation: standardValidation,
  operations: standardOperations,
  answers: standardAnswers,
  lifecycle: standardLifecycle,
  effects: standardEffects,
  rating: standardRating,
  formats: standardFormats,
  record: standardRecord,
  policyTerm: standardPolicyTerm,
  personalCyber: standardPersonalCyber,
  coverage: standardCoverage,
  documents: standardDocuments,
  events: standardEvents,
  endpoints: standardEndpoints,
  webhooks: standardWebhooks,
  http: standardHttp,
}

/** A behaviour with changes applied one after another, the last one winning. */
export function changeBehaviour(base: Behaviour, ...changes: readonly BehaviourChanges[]): Behaviour {
  const groups: Record<string, object> = { ...base }
  for (const change of changes)
    for (const [group, entries] of Object.entries(change)) groups[group] = { ...groups[group], ...entries }
  return groups as unknown as Behaviour
}

/** A change that may build on what it changes, so that several of them can be in force together. */
export type BehaviourChange = (base: Behaviour) => BehaviourChanges

/** The standard behaviour with changes applied one on top of another. */
export function behaviourOf(...changes: readonly BehaviourChange[]): Behaviour {
  return changes.reduce((base, change) => changeBehaviour(base, change(base)), standardBehaviour)
}
