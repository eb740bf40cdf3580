import type { Failure } from '../conformance/exchange.ts'
import { glob } from '../conformance/glob.ts'
import { Type } from '../conformance/json/type.ts'
import { onceFor } from '../conformance/once.ts'
import type { Requirement } from '../conformance/requirement.ts'
import type { Finding } from '../conformance/verdict.ts'
import type { Shaped } from './shape.ts'

const text = Type.String({ minLength: 1 })
const some = Type.Array(text, { minItems: 1 })

/** Advice by requirement and kind of finding. */
export const remediesShape = Type.Array(
  Type.Object(
    {
      advice: text,
      /** Ids of requirements; `*` stands for any characters. */
      for: some,
      /** Places of findings, likewise. */
      at: Type.Optional(some),
      /** Status of the answer that shows the finding, likewise. Where no whole answer came: `none`, or the kind of failure. */
      answered: Type.Optional(some),
      /** Only where the form of a value is wrong, whatever the value. */
      form: Type.Optional(Type.Literal(true)),
    },
    { additionalProperties: false },
  ),
)

export type Remedies = Shaped<typeof remediesShape>
type Remedy = Remedies[number]

/**
 * The advice for a finding: that of the first row which fits it, else the requirement's own. Undefined where there is none that
 * certainly fits.
 *
 * @param answered the answer that shows the finding, or the failure in its place; undefined where it is about no exchange
 */
export function adviceOn(
  { id, remedy }: Pick<Requirement, 'id' | 'remedy'>,
  { at, form }: Pick<Finding, 'at' | 'form'>,
  answered: StatusOrFailure | undefined,
  remedies: Remedies,
): string | undefined {
  const row = remedies.find(
    (one) =>
      fits(one, 'for', id) &&
      fits(one, 'at', at) &&
      (one.answered === undefined || wordsOf(answered).some((word) => fits(one, 'answered', word))) &&
      (one.form === undefined || form === true),
  )
  return row?.advice ?? remedy
}

/** The status of an answer, or the kind of failure where no whole answer came. */
export type StatusOrFailure = number | Failure['kind'] | 'none'

/** A failure of any kind is no answer. */
const wordsOf = (answered: StatusOrFailure | undefined): readonly string[] => {
  if (answered === undefined) return []
  return typeof answered === 'number' ? [String(answered)] : [answered, 'none']
}

const testsOf = onceFor((patterns: readonly string[]) => patterns.map(glob))

function fits(remedy: Remedy, field: 'for' | 'at' | 'answered', value: string | undefined): boolean {
  const patterns = remedy[field]
  return patterns === undefined || (value !== undefined && testsOf(patterns).some((test) => test(value)))
}
