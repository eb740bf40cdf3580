import type { Exchange } from '../../../../conformance/exchange.ts'
import { mergePatch } from '../../../../conformance/json/merge-patch.ts'
import type { Requirement } from '../../../../conformance/requirement.ts'
import { all, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { type Break, breaksOf } from '../../../../generators/breaks.ts'
import type { Submission } from '../../../../generators/submission.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { finding, succeeded } from '../../vocabulary/judge/answer.ts'
import { type Attempt, debatable, judgeRefusals, only400 } from '../../vocabulary/judge/refusals.ts'

/** A submission of another kind, which a platform may look at in another way. */
interface Kind {
  readonly name: string
  /** Fields with this in their pointer are broken in such a submission. */
  readonly within: string
  readonly change: Submission
}

const KINDS: readonly Kind[] = [
  { name: 'of high risk', within: '', change: { question_highrisk: true } },
  { name: 'without a website', within: '/website/domainName', change: { website: { has_website: false } } },
]

interface Trace {
  readonly attempts: readonly Attempt[]
  /** For each requirement one attempt on a submission of each kind, by the name of that. */
  readonly ofKinds: Readonly<Record<string, readonly Attempt[]>>
  /** A valid submission, sent last. */
  readonly counterpart: Exchange
}

/** For each field of a submission: every way of leaving it out, giving it another type or breaking its format (2.1, 2.2, R1). */
export function submitRefusals(spec: Spec): readonly PlatformScenario[] {
  const rows = spec.requirements.filter(({ field }) => field?.schema === 'Submission')
  const fields = [...new Set(rows.map(topOf))]
  return fields.map((field) => {
    const own = rows.filter((row) => topOf(row) === field)
    const breaks = own.flatMap((row) => waysOf(spec, row).map((one) => ({ ...one, requirement: row.id })))
    return scenario<Trace>({
      id: `submit/refuses-broken-${field.replaceAll('_', '-')}`,
      title: `A submission whose ${field} is missing or wrong is refused`,
      async drive({ api, quotes }) {
        const attempts: Attempt[] = []
        for (const { apply, ...one } of breaks) {
          const exchange = await api.submit(apply(quotes.submission()))
          attempts.push({ ...one, exchange })
        }
        const ofKinds: Record<string, readonly Attempt[]> = {}
        for (const { name, within, change } of KINDS) {
          const tried: Attempt[] = []
          for (const { apply, ...one } of firstOfEach(breaks).filter(({ pointer }) =>
            pointer.includes(within),
          )) {
            const submission = mergePatch(quotes.submission(), change) as Submission
            tried.push({ ...one, exchange: await api.submit(apply(submission)) })
          }
          ofKinds[name] = tried
        }
        return { attempts, ofKinds, counterpart: (await quotes.submit()).answer }
      },
      claims: [
        ...own.map(({ id }) =>
          claim<Trace>(id, ({ attempts, counterpart }) =>
            judgeRefusals(
              attempts.filter((one) => one.requirement === id),
              counterpart,
            ),
          ),
        ),
        ...KINDS.flatMap(({ name, within }) =>
          own
            .filter(({ field }) => field?.pointer.includes(within))
            .map(({ id }) =>
              claim<Trace>(
                id,
                ({ ofKinds, counterpart }) =>
                  notTaken(
                    (ofKinds[name] ?? []).filter((one) => one.requirement === id),
                    counterpart,
                  ),
                name,
              ),
            ),
        ),
        claim('validation-errors-are-400', ({ attempts, counterpart }) => only400(attempts, counterpart)),
        claim('submit-observe-debatable-values', ({ attempts }) => debatable(attempts)),
      ],
    })
  })
}

/** The first way of breaking each requirement that must be refused. */
const firstOfEach = <One extends Pick<Attempt, 'requirement' | 'level'>>(breaks: readonly One[]) => {
  const binding = breaks.filter(({ level }) => level === 'must')
  return binding.filter(
    (one, place) => binding.findIndex(({ requirement }) => requirement === one.requirement) === place,
  )
}

/** Judges that nothing was taken: a submission of another kind may be declined before its body is looked at (R4). */
function notTaken(attempts: readonly Attempt[], counterpart: Exchange): Verdict {
  if (!succeeded(counterpart)) return cutOff('the valid counterpart was not accepted')
  if (attempts.length === 0) return passed()
  return all(
    attempts.map(({ exchange, label, pointer }) =>
      succeeded(exchange)
        ? failed(finding(exchange, `a refusal of ${pointer}: ${label}`, 'it was taken', 'status'))
        : passed(),
    ),
  )
}

const topOf = ({ field }: Requirement): string => field?.pointer.split('/')[1] ?? ''

const waysOf = (spec: Spec, { field }: Requirement): readonly Break[] =>
  field === undefined ? [] : breaksOf(spec, field)
