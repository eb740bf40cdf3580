import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Requirement } from '../../../../conformance/requirement.ts'
import { type Break, breaksOf } from '../../../../generators/breaks.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { type Attempt, debatable, judgeRefusals, only400 } from '../../vocabulary/judge/refusals.ts'

interface Trace {
  readonly attempts: readonly Attempt[]
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
        for (const { requirement, label, level, pointer, apply } of breaks) {
          const exchange = await api.submit(apply(quotes.submission()))
          attempts.push({ requirement, label, level, pointer, exchange })
        }
        return { attempts, counterpart: (await quotes.submit()).answer }
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
        claim('validation-errors-are-400', ({ attempts, counterpart }) => only400(attempts, counterpart)),
        claim('submit-observe-debatable-values', ({ attempts }) => debatable(attempts)),
      ],
    })
  })
}

const topOf = ({ field }: Requirement): string => field?.pointer.split('/')[1] ?? ''

const waysOf = (spec: Spec, { field }: Requirement): readonly Break[] =>
  field === undefined ? [] : breaksOf(spec, field)
