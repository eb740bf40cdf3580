import { standardAccess } from './credentials/access.ts'
import { standardTokenChecks } from './credentials/token-checks.ts'
import { standardTokens } from './credentials/tokens.ts'
import { standardWebhooks } from './deliveries/standard.ts'
import { standardDocuments } from './documents/documents.ts'
import { standardEndpoints } from './events/endpoints.ts'
import { standardEvents } from './events/payloads.ts'
import { standardAnswers } from './http/answers.ts'
import { standardHttp } from './http/standard.ts'
import { standardIds } from './ids.ts'
import { standardAccounts } from './office/accounts.ts'
import { standardBrokers } from './office/brokers.ts'
import { standardClients } from './office/clients.ts'
import { standardKeys } from './office/keys.ts'
import { standardLogs } from './office/logs.ts'
import { standardWebhookKeys } from './office/webhook-keys.ts'
import type { Platform } from './platform.ts'
import { standardEffects } from './quotes/effects.ts'
import { standardLifecycle } from './quotes/lifecycle.ts'
import { standardOperations } from './quotes/operations.ts'
import {
  standardCoverage,
  standardPersonalCyber,
  standardPolicyTerm,
  standardRecord,
} from './quotes/record.ts'
import { standardRating } from './rating/rules.ts'
import type { BehaviourRules } from './rules.ts'
import { standardTiming } from './timing.ts'
import { standardValidation } from './validation/rules.ts'
import { standardFormats } from './wording.ts'

/** The whole behaviour of a platform. */
export type Behaviour = BehaviourRules<Platform>

/** Replaces entries of groups; entries that are left out stay unchanged. */
export type BehaviourChanges = { readonly [Group in keyof Behaviour]?: Partial<Behaviour[Group]> }

/** The behaviour of a conformant platform. A replacement may call the standard piece that it replaces. */
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
  accounts: standardAccounts,
  clients: standardClients,
  keys: standardKeys,
  webhookKeys: standardWebhookKeys,
  brokers: standardBrokers,
  logs: standardLogs,
}

/** A behaviour with changes applied one after another, the last one winning. */
export function changeBehaviour(base: Behaviour, ...changes: readonly BehaviourChanges[]): Behaviour {
  const groups: Record<string, object> = { ...base }
  for (const change of changes)
    for (const [group, entries] of Object.entries(change)) groups[group] = { ...groups[group], ...entries }
  return groups as unknown as Behaviour
}

/** A change that is given the behaviour it changes, so that several changes can be combined. */
export type BehaviourChange = (base: Behaviour) => BehaviourChanges

/** The standard behaviour with changes applied, each to the result of the one before. */
export function behaviourOf(...changes: readonly BehaviourChange[]): Behaviour {
  return changes.reduce((base, change) => changeBehaviour(base, change(base)), standardBehaviour)
}
