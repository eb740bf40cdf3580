import type { QuoteOperation, Spec } from '../../spec/index.ts'
import { documentCell, meaningOf } from '../../spec/index.ts'
import type { HttpInteraction } from '../model.ts'
import type { InteractionSubject } from './endpoint.ts'
import { open, type PactFinding, wrong } from './finding.ts'
import { isAboutRefusal } from './states.ts'

/** Statuses about the request itself that the specification does not mention: method, size, type, rate, the integration key. */
const UNSPECIFIED = new Set([403, 405, 406, 408, 411, 413, 414, 415, 417, 421, 426, 428, 429, 431])
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export interface StatusQuestion {
  readonly spec: Spec
  readonly interaction: HttpInteraction
  readonly subject: InteractionSubject & { readonly kind: 'quote' }
  /** State of the quote, where the file names it. */
  readonly state: string | undefined
  /** True where the request breaks the schema of its body. */
  readonly invalid: boolean
  /** True where the file accepts any refusal of the 4xx class. */
  readonly anyRefusal: boolean
}

/** Checks the status that a file expects against those that a conforming platform may answer. */
export function checkStatus(question: StatusQuestion): readonly PactFinding[] {
  const { interaction, subject } = question
  const { response } = interaction
  const { endpoint } = subject
  const { status } = response
  const facts = { at: `${response.at}/status`, observed: String(status), clause: '7' }
  const success = endpoint.success === undefined ? 'a 2xx status' : String(endpoint.success)
  const never = (reason: string, clause = '7') => [
    wrong({ ...facts, clause, expected: expectedOf(question), reason }),
  ]
  const gap = (reason: string, clause = '7', reading?: string) => [
    open({
      ...facts,
      clause,
      expected: expectedOf(question),
      reason,
      ...(reading === undefined ? {} : { reading }),
    }),
  ]
  const cell = cellOf(question)
  if (cell !== undefined)
    return cell.kind === 'wrong'
      ? never(cell.reason, '3.documents')
      : cell.kind === 'open'
        ? gap(cell.reason, '3.documents', 'R18')
        : []
  const cause = causeOf(question)
  if (cause !== undefined)
    return cause.kind === 'wrong' ? never(cause.reason, '4') : gap(cause.reason, '4.rule.9', 'R16')
  if (status >= 200 && status < 300) {
    if (status === endpoint.success) return []
    const exact = endpoint.success !== undefined && endpoint.successLevel === 'must'
    if (exact || status === 204 || status === 205)
      return never(`${endpoint.method} ${endpoint.path} succeeds with ${success}.`, `4`)
    return gap('The exact status of this success is not specified.', '4.rule.8', 'R10')
  }
  if (status < 200 || (status >= 300 && status < 400))
    return never('No answer of the service is a redirect or an interim one.')
  if (UNSPECIFIED.has(status))
    return gap(
      'The specification does not say when the service answers so.',
      status === 403 ? '5.rule.10' : '8',
      'R21',
    )
  if (status === 401 || status === 500) return []
  if (status > 500) return gap('Server errors other than 500 are not specified.')
  return refusal(question, never, gap)
}

type Say = (reason: string, clause?: string, reading?: string) => readonly PactFinding[]

/** The refusals that depend on the operation. */
function refusal(
  { interaction, subject, invalid, spec }: StatusQuestion,
  never: Say,
  gap: Say,
): readonly PactFinding[] {
  const { status } = interaction.response
  const { endpoint, id } = subject
  const { operation } = endpoint
  const isUuid = id === undefined || UUID.test(id)
  const isRow = meaningOf(spec.errors, operation, status) !== undefined
  switch (operation) {
    case 'submit':
      return status === 400 ? [] : never('A submission that is refused is answered with 400.')
    case 'status':
      if (status === 404) return []
      if (status === 400 || !isUuid)
        return gap('The specification does not say how a request without a valid id is refused.', '4', 'R12')
      return never('A quote that does not exist is 404.')
    case 'update':
    case 'bind':
      if (status === 404) return []
      if (operation === 'update' && invalid)
        return status === 400 ? [] : never('An invalid update is answered with 400.')
      return gap(
        'The specification does not say how a request in the wrong state is refused.',
        '4.rule.9',
        operation === 'bind' ? 'R16' : 'R14',
      )
    case 'quote-proposal':
      if (isRow && status !== 400) return []
      return isUuid && status !== 400
        ? never('The proposal is refused with 409, 404 or 400.', '4.rule.5')
        : gap('The specification does not say when the proposal is refused with this status.', '4', 'R12')
    case 'policy-preview':
      return gap('The specification does not say how the policy preview is refused.', '4.rule.10', 'R18')
    default:
      if (status === 400) return []
      if (isOfOthers(spec, operation, status)) return never(`Only other endpoints answer with ${status}.`)
      return gap(
        'The specification does not say when this document is refused with this status.',
        '3.documents',
        'R18',
      )
  }
}

/** Documents whose refusals are all stated. */
const STATED: ReadonlySet<string> = new Set(['quote-preview', 'policy'])

/** Says whether the specification gives a status to other operations only: 409 to the proposal. */
const isOfOthers = (spec: Spec, operation: QuoteOperation, status: number): boolean =>
  STATED.has(operation) &&
  spec.errors.some((row) => row.status === status) &&
  meaningOf(spec.errors, operation, status) === undefined

function expectedOf({ subject: { endpoint } }: StatusQuestion): string {
  return endpoint.success === undefined
    ? 'a status that is specified'
    : `${endpoint.success} or a refusal that is specified`
}

/** The result by the document matrix, where the file names the state. */
function cellOf({
  interaction: { response },
  subject: { endpoint },
  state,
  spec,
  anyRefusal,
}: StatusQuestion) {
  const { operation } = endpoint
  if (
    state === undefined ||
    operation === 'submit' ||
    operation === 'status' ||
    operation === 'update' ||
    operation === 'bind'
  )
    return undefined
  const { status } = response
  const cell = documentCell(spec.documents, operation, state)
  if (cell === undefined || status === 401 || status === 403 || status >= 500) return undefined
  if (cell.expect === 'open' && isOfOthers(spec, operation, status))
    return { kind: 'wrong', reason: `Only other endpoints answer with ${status}.` }
  if (cell.expect === 'open')
    return status < 300 && status !== endpoint.success
      ? undefined
      : { kind: 'open', reason: `The specification does not say whether this document is there in ${state}.` }
  const statuses = cell.statuses === '4xx' ? undefined : cell.statuses
  const isStated =
    statuses === undefined ? status >= 400 && status < 500 : (statuses as readonly number[]).includes(status)
  if (isStated)
    return statuses === undefined && !anyRefusal
      ? { kind: 'open', reason: 'The exact status of this refusal is not specified.' }
      : { kind: 'right', reason: '' }
  if (cell.expect === 'available' && cell.before?.statuses.includes(status))
    return { kind: 'open', reason: `In ${state} the document may be late, and need not be.` }
  return {
    kind: 'wrong',
    reason: `In ${state} the answer is ${cell.expect === 'available' ? `the document, ${cell.statuses.join(' or ')}` : `a refusal, ${String(cell.statuses)}`}.`,
  }
}

/** The result by the state that a file names, for reads and for requests that only some states allow. */
function causeOf({ interaction, subject: { endpoint }, state, invalid }: StatusQuestion) {
  const { status } = interaction.response
  const { operation, states } = endpoint
  const isRefusal = status >= 400 && status < 500 && status !== 401 && !UNSPECIFIED.has(status)
  if (state === undefined || isAboutRefusal(interaction)) return undefined
  if (operation === 'status')
    return isRefusal && state !== 'declined'
      ? { kind: 'wrong', reason: `A quote in ${state} can be read.` }
      : undefined
  if (states === undefined) return undefined
  const isAllowed = (states as readonly string[]).includes(state)
  if (!isAllowed)
    return status < 300
      ? { kind: 'open', reason: `The specification does not say how this request is answered in ${state}.` }
      : undefined
  return isRefusal && !invalid ? { kind: 'wrong', reason: `In ${state} this request is taken.` } : undefined
}
