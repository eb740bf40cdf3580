import type { Exchange } from '../../../../conformance/exchange.ts'
import { mergePatch } from '../../../../conformance/json/merge-patch.ts'
import type { Requirement } from '../../../../conformance/requirement.ts'
import { cannotTell, cutOff, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { type BreakOfRequirement, breaksIn, firstOfEachRequirement } from '../../../../generators/breaks.ts'
import { inForms } from '../../../../generators/forms.ts'
import type { Submission } from '../../../../generators/submission.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { OTHER_PARTNER, withCredentials } from '../../vocabulary/access/asking.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import { at } from '../../vocabulary/judge/json.ts'
import {
  debatable,
  followsFrom,
  type InvalidAttempt,
  noneTaken,
  only400,
  refusalsOf,
} from '../../vocabulary/judge/refusals.ts'
import { submitBroken } from '../../vocabulary/submissions/broken.ts'

/** An unusual kind of submission, which a platform may validate by other code. */
interface Kind {
  readonly name: string
  /** Only fields whose pointer contains this text are broken. */
  readonly within: string
  readonly change: (usual: Submission) => Submission
  /** True where amounts are written as strings. */
  readonly inTexts?: true
  /** True where another partner submits it, if the profile has one. */
  readonly byOther?: true
  /** True where each rule is broken in every way; default is the first way only. */
  readonly eachWay?: true
  /** True where a valid submission of the same insured was sent before; default is a new insured each time. */
  readonly isKnown?: true
}

const KINDS: readonly Kind[] = [
  {
    // A platform may check the amount of claims only where there are some, or where there are none.
    name: 'of high risk, with prior claims or without any, unlike the usual one',
    within: '',
    change: (usual) => ({
      question_highrisk: true,
      claims: hasClaims(usual)
        ? { claims_count: 0, claims_amount: 0 }
        : { claims_count: 1, claims_amount: 1500 },
    }),
  },
  {
    name: 'without a website',
    within: '/website/domainName',
    change: () => ({ website: { has_website: false } }),
  },
  {
    // Combined into one kind to save requests: none of these changes hides the effect of another.
    name: 'with amounts as texts and no founding year, of a known insured, by another partner where one is known',
    within: '',
    change: () => ({ year_founded: null }),
    inTexts: true,
    byOther: true,
    eachWay: true,
    isKnown: true,
  },
]

/** Answers to submissions of a kind. */
interface OfKind {
  readonly attempts: readonly InvalidAttempt[]
  /** A valid submission of the kind; absent where its refusal would decide nothing. */
  readonly counterpart?: Exchange
}

interface Trace {
  readonly attempts: readonly InvalidAttempt[]
  /** By the names of kinds. */
  readonly ofKinds: Readonly<Record<string, OfKind>>
  /** A valid submission, sent last. */
  readonly counterpart: Exchange
}

/** Makes a scenario for each field: omits it, changes its type and breaks its format in every way (2.1, 2.2, R1). */
export function submitRefusals(spec: Spec): readonly PlatformScenario[] {
  const rows = spec.requirements.filter(({ field }) => field?.schema === 'Submission')
  const fields = [...new Set(rows.map(topOf))]
  return fields.map((field) => {
    const own = rows.filter((row) => topOf(row) === field)
    const breaks = breaksIn(spec, 'Submission').filter(({ requirement }) =>
      own.some(({ id }) => id === requirement),
    )
    return scenario<Trace>({
      id: `submit/refuses-broken-${field.replaceAll('_', '-')}`,
      title: `A submission with ${field} missing or wrong is refused`,
      async drive(context) {
        const { api, quotes } = context
        const attempts = await submitBroken(api, breaks, () => quotes.submission())
        const ofKinds: Record<string, OfKind> = {}
        for (const kind of KINDS) ofKinds[kind.name] = await brokenIn(context, kind, breaks)
        return { attempts, ofKinds, counterpart: (await quotes.submit()).answer }
      },
      claims: [
        ...own.map(({ id }) => claim<Trace>(id, refusalsOf(id))),
        ...KINDS.flatMap(({ name, within }) =>
          own
            .filter(({ field }) => field?.pointer.includes(within))
            .map(({ id }) => claim<Trace>(id, (trace) => notTaken(trace, name, id), name)),
        ),
        claim('validation-errors-are-400', ({ attempts, counterpart }) => only400(attempts, counterpart)),
        claim('submit-observe-debatable-values', ({ attempts }) => debatable(attempts)),
      ],
    })
  })
}

/** Breaks fields in submissions of a kind. */
async function brokenIn(
  context: PlatformContext,
  { change, within, inTexts, byOther, eachWay, isKnown }: Kind,
  breaks: readonly BreakOfRequirement[],
): Promise<OfKind> {
  const { facts, spec } = context
  const { required = [] } = spec.schema('Submission')
  const valid = () => {
    const usual = context.quotes.submission()
    // A version may require what this kind leaves out.
    const given = Object.entries(change(usual)).filter(
      ([name, value]) => value !== null || !required.includes(name),
    )
    const changed = mergePatch(usual, Object.fromEntries(given)) as Submission
    return inTexts === true ? inForms(changed, ['amounts-as-strings'], spec) : changed
  }
  const other = withCredentials(context, OTHER_PARTNER)
  const isOther = byOther === true && facts.credentials.has('other_partner')
  const first = valid()
  const { api } = isOther && succeeded(await other.api.submit(first)) ? other : context
  if (isKnown === true && api === context.api) await api.submit(first)
  const bodyOf = isKnown === true ? () => first : valid
  const ways =
    eachWay === true ? breaks.filter(({ level }) => level === 'must') : firstOfEachRequirement(breaks)
  const concerned = ways.filter(({ pointer }) => pointer.includes(within))
  const attempts = await submitBroken(api, concerned, bodyOf)
  return { attempts, ...(eachWay === true && { counterpart: await api.submit(valid()) }) }
}

/** Judges that nothing was accepted. A submission of such a kind may be declined before its validation (R4). */
function notTaken(
  { ofKinds, attempts: usual, counterpart }: Trace,
  kind: string,
  requirement: string,
): Verdict {
  const seen = ofKinds[kind]
  if (seen === undefined) return cutOff('no submission of the kind was tried')
  if (!succeeded(counterpart)) return cutOff('the valid counterpart was not accepted')
  if (seen.counterpart !== undefined && !succeeded(seen.counterpart))
    return cannotTell('no valid submission of this kind was accepted')
  const own = seen.attempts.filter((one) => one.requirement === requirement && !followsFrom(one, usual))
  return own.length === 0 ? passed() : noneTaken(own)
}

const hasClaims = (submission: Submission): boolean => Number(at(submission, '/claims/claims_count')) > 0

const topOf = ({ field }: Requirement): string => field?.pointer.split('/')[1] ?? ''
