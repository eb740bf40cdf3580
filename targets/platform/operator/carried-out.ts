import type { CarriedOut } from '../../../conformance/exchange.ts'
import { valueAt } from '../../../conformance/json/pointer.ts'
import type { OperatorAction } from '../../../conformance/ports/operator.ts'
import { isSecretName } from '../../evidence/redaction.ts'
import type { OperatorRecipe } from '../../profile/profile.ts'
import type { TemplateValues } from './template.ts'

/** The values that an answer holds at the places that a recipe names; undefined where there is none. */
export const valuesAt = (returns: OperatorRecipe['returns'], json: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(returns).map(([name, pointer]) => [name, valueAt(json, pointer)]))

/** Actions that show a thing, each with the name of its result. */
const SHOWN: Readonly<Partial<Record<OperatorAction, string>>> = {
  show_partner: 'partner',
  show_client: 'client',
  list_keys: 'keys',
}

/** Actions that make a secret of an account, each with the name of its result. */
const SECRETS: Readonly<Partial<Record<OperatorAction, string>>> = {
  create_client: 'client_secret',
  create_key: 'integration_key',
  rotate_key: 'integration_key',
  create_webhook_key: 'webhook_key',
}

/** A shorter number is part of many answers by chance. */
const FEWEST_DIGITS = 8

/** The secret that an action made; undefined for none. A webhook key that is its own id is none, since any answer may show that. */
export function secretOf(
  action: OperatorAction,
  returned: Readonly<Record<string, unknown>>,
): string | undefined {
  const secret = returned[SECRETS[action] ?? '']
  if (action === 'create_webhook_key' && secret === returned.webhook_key_id) return undefined
  if (typeof secret === 'number') return `${secret}`.length < FEWEST_DIGITS ? undefined : `${secret}`
  return typeof secret === 'string' && secret !== '' ? secret : undefined
}

interface Parts {
  readonly returns: OperatorRecipe['returns']
  readonly given: TemplateValues
  readonly json: unknown
}

/** An action as its exchange names it: what its recipe is given and its answer returns, without secrets and what has parts. */
export function carriedOut(name: OperatorAction, { returns, given, json }: Parts): CarriedOut {
  const returned = valuesAt(returns, json)
  const { milliseconds, ...values }: Readonly<Record<string, unknown>> = { ...given, ...returned }
  const shown = Object.entries(values)
    .map(([key, value]) => [key, typeof value === 'number' ? String(value) : value] as const)
    .filter(
      (entry): entry is [string, string | readonly string[]] =>
        !isSecretName(entry[0]) && (typeof entry[1] === 'string' || isListOfTexts(entry[1])),
    )
  const shows = returns[SHOWN[name] ?? '']
  const secret = name === 'create_client' ? secretOf(name, returned) : undefined
  // The profile may take an id for the secret.
  const isItsId = secret === `${returned.client_id}`
  return {
    name,
    ...(typeof milliseconds === 'number' && { milliseconds }),
    ...(shown.length > 0 && { values: Object.fromEntries(shown) }),
    ...(shows !== undefined && { shows }),
    ...(secret !== undefined && !isItsId && { secretEnd: secret.slice(-4) }),
  }
}

const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
