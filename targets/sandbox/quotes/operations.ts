import { documentAnswer } from '../documents/documents.ts'
import type { ApiCall, HttpAnswer } from '../http/answer.ts'
import type { Platform } from '../platform.ts'
import { move } from './lifecycle.ts'
import type { Quote, ValidSubmission, ValidUpdate } from './quote.ts'
import { quoteRecordOf } from './record.ts'
import type { Operations } from './rules.ts'

/** The quote that a request names, if its partner may see it. */
function findQuote({ id, partner, operation }: ApiCall, platform: Platform): Quote | undefined {
  const quote = platform.quotes.get(id.toLowerCase())
  return quote !== undefined && platform.behaviour.access.sees(partner, quote, operation) ? quote : undefined
}

const unknownQuote = ({ behaviour }: Platform): HttpAnswer => behaviour.answers.error(404, 'Quote not found.')

/** The answer that refuses a body; undefined when the body is valid. */
function refuseBody(
  kind: 'submission' | 'update',
  body: unknown,
  { behaviour }: Platform,
): HttpAnswer | undefined {
  const { validation, answers } = behaviour
  const problems = validation.problems(validation[kind], body, validation)
  return problems.length === 0 ? undefined : answers.error(400, `${problems.join('; ')}.`)
}

function newQuote(partnerId: string, submission: ValidSubmission, platform: Platform): Quote {
  const { clock, behaviour } = platform
  return {
    id: behaviour.ids.quote(platform),
    partnerId,
    createdAt: clock.now(),
    submission,
    status: behaviour.lifecycle.initial,
    contact: submission.insured_contact,
    proposal: 'none',
    announcesLate: false,
    planned: [],
  }
}

function document(call: ApiCall, platform: Platform): Promise<HttpAnswer> {
  return documentAnswer(call.operation, findQuote(call, platform), platform)
}

export const standardOperations: Operations<Platform> = {
  submit({ body, partner }, platform) {
    const { answers, rating, lifecycle, effects } = platform.behaviour
    const refusal = refuseBody('submission', body, platform)
    if (refusal !== undefined) return refusal
    const submission = body as ValidSubmission
    if (lifecycle.declinesAtOnce(rating.outcome(submission), platform))
      return answers.declined(rating.declineReason(submission))
    const quote = newQuote(partner.id, submission, platform)
    platform.quotes.set(quote.id.toLowerCase(), quote)
    effects[quote.status](quote, platform)
    return answers.submitted(quoteRecordOf(quote, platform))
  },
  status(call, platform) {
    const quote = findQuote(call, platform)
    return quote === undefined
      ? unknownQuote(platform)
      : platform.behaviour.answers.status(quoteRecordOf(quote, platform))
  },
  update(call, platform) {
    const { answers, lifecycle, effects } = platform.behaviour
    const quote = findQuote(call, platform)
    if (quote === undefined) return unknownQuote(platform)
    const refusal = refuseBody('update', call.body, platform)
    if (refusal !== undefined) return refusal
    if (!lifecycle.updatable.includes(quote.status))
      return answers.error(400, `A quote in ${quote.status} cannot be updated.`)
    applyUpdate(quote, call.body as ValidUpdate)
    effects.updated(quote, platform)
    return answers.updated(quote)
  },
  bind(call, platform) {
    const { answers, lifecycle } = platform.behaviour
    const quote = findQuote(call, platform)
    if (quote === undefined) return unknownQuote(platform)
    const refusal = platform.behaviour.validation.problems([], call.body, platform.behaviour.validation)
    if (refusal.length > 0) return answers.error(400, `${refusal.join('; ')}.`)
    if (!lifecycle.bindable.includes(quote.status) || !move(quote, 'bound', platform))
      return answers.error(400, `A quote in ${quote.status} cannot be bound.`)
    return answers.bindAccepted(quote)
  },
  'quote-preview': document,
  'quote-proposal': document,
  'policy-preview': document,
  policy: document,
}

/** Changes contact information; absent members keep their values. */
function applyUpdate(quote: Quote, update: ValidUpdate): void {
  if (update.insured_contact !== undefined) quote.contact = { ...quote.contact, ...update.insured_contact }
  if (update.it_manager_same !== undefined) quote.itManagerSame = update.it_manager_same
  if (update.it_manager_contact !== undefined)
    quote.itManager = { ...quote.itManager, ...update.it_manager_contact }
}
