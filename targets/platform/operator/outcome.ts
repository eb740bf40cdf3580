import type { Exchange } from '../../../conformance/exchange.ts'
import { ActionRefused, type OperatorAction } from '../../../conformance/ports/operator.ts'
import { CannotTell } from '../../../conformance/verdict.ts'
import type { OperatorRecipe } from '../../profile/profile.ts'
import { exchangeResult } from '../credentials/token-cache.ts'
import type { Pointers } from './pointers.ts'

/** The exit code by which a command says that it was refused. */
const REFUSED_EXIT = 4

/** Names the outcome of an action. An answer outside 2xx and 4xx, or none, says that its recipe or its operator is broken. */
export function outcomeKind({ kind }: OperatorRecipe, { answer }: Exchange): 'done' | 'refused' | 'broken' {
  if (answer === undefined) return 'broken'
  const { status } = answer
  if (kind === 'command') return status === 0 ? 'done' : status === REFUSED_EXIT ? 'refused' : 'broken'
  if (status >= 200 && status <= 299) return 'done'
  return status >= 400 && status <= 499 ? 'refused' : 'broken'
}

/** Says whether a target answered that there is no such thing. */
export const isUnknown = ({ kind }: OperatorRecipe, { answer }: Exchange): boolean =>
  kind === 'http' && (answer?.status === 404 || answer?.status === 410)

/** An error that says where the cause lies. A refused recipe can be corrected in the profile, a broken operator cannot. */
export function actionFailed(action: OperatorAction, recipe: OperatorRecipe, exchange: Exchange): CannotTell {
  const isRefused = outcomeKind(recipe, exchange) === 'refused'
  const where = isRefused
    ? 'its recipe in the profile'
    : `the operator's side (operator.${action} in the profile)`
  const { method, url } = exchange.request
  const what = isRefused
    ? `${method} ${url} was answered with ${answerLine(exchange)}`
    : exchangeResult(exchange)
  const why = `the operator action ${action} did not succeed: ${what}; check ${where}`
  return isRefused ? new ActionRefused(why, `operator.${action}`, answerLine(exchange)) : new CannotTell(why)
}

/** The most characters of an answer's body in a message. */
const MOST_BODY = 160

/** The answer to an action in one line: its status, or the exit code of a command, with the beginning of its body. */
export function answerLine({ answer, failure, request }: Exchange): string {
  if (answer === undefined) return failure?.message ?? 'no answer'
  const text = answer.body.text?.replace(/\s+/g, ' ').trim() ?? ''
  const body = text.length > MOST_BODY ? `${text.slice(0, MOST_BODY)}…` : text
  const status = request.method === 'RUN' ? `exit code ${answer.status}` : `status ${answer.status}`
  return body === '' ? status : `${status}: ${body}`
}

/**
 * Most entries of a list in an answer. A list that a run causes has a few hundred; a scenario keeps all of them until it is
 * judged.
 */
const MOST_ENTRIES = 20_000

/** The form of a returned value, where one is stated: another shows a pointer that leads elsewhere. */
const FORMS: Readonly<Record<string, { readonly wanted: string; holds(value: unknown): boolean }>> = {
  status: { wanted: 'enabled or disabled', holds: (value) => value === 'enabled' || value === 'disabled' },
  deliveries: { wanted: 'an array', holds: Array.isArray },
}

/**
 * @param pointers notes whether the pointer to each value finds it
 * @throws CannotTell for a value that is not there, has another form or too many entries
 */
export function refuseUnusable(
  values: Readonly<Record<string, unknown>>,
  action: OperatorAction,
  { returns }: OperatorRecipe,
  pointers: Pointers,
): void {
  for (const [name, value] of Object.entries(values)) {
    const key = `operator.${action}.returns.${name}`
    const place = returns[name] || 'its root'
    const missed = (why: string): CannotTell => {
      pointers.missed(key, why)
      return new CannotTell(why, key)
    }
    if (Array.isArray(value) && value.length > MOST_ENTRIES)
      throw new CannotTell(
        `the answer to the operator action ${action} has ${value.length} entries, and no more than ${MOST_ENTRIES} are read`,
      )
    const answer = `the answer to the operator action ${action}`
    const form = FORMS[name]
    if (value === undefined) throw missed(`${answer} has nothing at ${place}`)
    if (form !== undefined && !form.holds(value))
      throw missed(`${answer} has something else than ${form.wanted} at ${place}`)
    pointers.found(key)
  }
}
