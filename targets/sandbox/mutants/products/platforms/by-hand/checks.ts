import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../../../../../conformance/json/object.ts'
import type { BehaviourChange } from '../../../../behaviour.ts'
import type { ValidSubmission } from '../../../../quotes/quote.ts'
import { given, operating } from '../../../answers.ts'
import { instead } from '../../../instead.ts'
import { skippingFields } from '../../../skipping-fields.ts'
import { changesTogether } from '../../product.ts'

type Body = Readonly<Record<string, unknown>>

/** Replaces digits of some other scripts by ASCII digits. */
const plainDigits = (text: unknown): unknown =>
  typeof text === 'string'
    ? text.normalize('NFKC').replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    : text

/** A body that is longer comes in pieces, in bytes. */
const LONG_BODY = 16 * 1024

/** Checks the topmost level of long bodies only. */
const checkedAtTheTop = (operation: 'submit' | 'update', of: 'submission' | 'update'): BehaviourChange =>
  instead(`operations.${operation}`, (usual, call, platform) => {
    if (Number(call.headers['content-length'] ?? 0) < LONG_BODY) return usual(call, platform)
    const { validation } = platform.behaviour
    const rows = validation[of].filter(({ field }) => !field.includes('.'))
    const behaviour = { ...platform.behaviour, validation: { ...validation, [of]: rows } }
    return usual(call, { ...platform, behaviour })
  })

/** Changes one member of a body, where it has it. */
const member =
  (name: string, change: (value: unknown) => unknown) =>
  (body: unknown): unknown =>
    isObject(body) && name in body ? { ...body, [name]: change(body[name]) } : body

/** True of a text in the form of a date, even if there is no such day. */
const isDated = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Checks of bodies that are loosened by something else, or that break (2.1, 2.4, R1, R13). */
export const CHECKS_BY_HAND: Readonly<Record<string, BehaviourChange>> = {
  'digits-of-other-scripts': given('submit', (body) =>
    member('effective_date', plainDigits)(member('insured_taxid', plainDigits)(body)),
  ),
  'long-submissions-without-their-details': checkedAtTheTop('submit', 'submission'),
  'long-updates-are-checked-at-their-first-level': checkedAtTheTop('update', 'update'),
  'addresses-of-no-website-are-not-checked': instead('validation.problems', (usual, rows, body, rules) => {
    const { website } = (isObject(body) ? body : {}) as { website?: Body }
    const kept = rows.map((row) => (row.field === 'website.domainName' ? { ...row, format: undefined } : row))
    return usual(website?.has_website === false ? (kept as typeof rows) : rows, body, rules)
  }),
  'the-third-of-the-same-is-taken'(base) {
    const refused: { readonly body: unknown; times: number }[] = []
    return operating(['submit'], async (standard, { body }) => {
      const answer = await standard()
      if (answer.status !== 400 || !isObject(body)) return answer
      const known = refused.find((one) => isDeepStrictEqual(one.body, body)) ?? { body, times: 0 }
      if (known.times === 0) refused.push(known)
      known.times += 1
      return known.times < 3 ? answer : { ...answer, status: 200 }
    })(base)
  },
  'onboarded-brokers-leave-claims-out'(base) {
    const onboarded = new Set<unknown>()
    return changesTogether([
      instead('brokers.onboard', (usual, email, platform) => {
        onboarded.add(email)
        usual(email, platform)
      }),
      skippingFields(
        'submission',
        ({ broker_email }) => onboarded.has(broker_email),
        (field) => field === 'claims',
      ),
    ])(base)
  },
  'declined-before-contacts-are-checked': operating(
    ['submit'],
    async (standard, { body }, { behaviour: { rating, answers, validation } }) => {
      const answer = await standard()
      if (answer.status !== 400 || !isObject(body)) return answer
      const problems = validation.problems(validation.submission, body, validation)
      const isOfContacts = problems.length > 0 && problems.every((one) => one.startsWith('insured_contact'))
      return isOfContacts && rating.outcome(body as unknown as ValidSubmission) === 'declined'
        ? answers.declined('This is outside of our guidelines.')
        : answer
    },
  ),
  'known-insured-keep-their-tax-id': instead('operations.submit', (usual, call, platform) => {
    const { insured_taxid: _, ...body } = (isObject(call.body) ? call.body : {}) as Body
    const isKnown = [...platform.quotes.values()].some(
      ({ submission }) => submission.insured_name === body.insured_name,
    )
    return usual(isKnown ? { ...call, body } : call, platform)
  }),
  'held-submissions-have-any-date': instead('operations.submit', (usual, call, platform) => {
    const { body } = call
    const isHeld = platform.rating.held && isObject(body) && isDated(body.effective_date)
    return usual(isHeld ? { ...call, body: { ...body, effective_date: '2029-01-15' } } : call, platform)
  }),
  'amounts-are-compared-as-texts': operating(['submit'], (standard, { body }, { behaviour }) => {
    const { retention, agg_limit } = (isObject(body) ? body : {}) as Body
    const isWrong = typeof retention === 'string' && typeof agg_limit === 'string' && retention > agg_limit
    return isWrong ? behaviour.answers.error(400, 'The submission is not valid.') : standard()
  }),
  'two-problems-break-the-validator': instead('validation.problems', (usual, ...about) => {
    const problems = usual(...about)
    if (problems.length > 1) throw new RangeError('one problem was expected')
    return problems
  }),
}
