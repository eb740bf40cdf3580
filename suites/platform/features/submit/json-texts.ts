import type { Exchange } from '../../../../conformance/exchange.ts'
import { all } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { type BothForms, confirmed, rateAlike, ratesOf } from '../../vocabulary/submissions/both-forms.ts'
import { notRefusedAsInvalid } from '../../vocabulary/submissions/taken.ts'

interface Trace {
  readonly answers: readonly Exchange[]
  /** The known-good submission as it is usually written. */
  readonly counterpart: Exchange
  /** The rate of each text, with those of two ordinary submissions for comparison. */
  readonly rates: readonly BothForms[]
}

/** Writes the first letter of each name and string as a Unicode escape. */
const escaped = (text: string): string =>
  text.replaceAll(/"([a-z])/gi, (_, letter: string) => `"\\u00${letter.charCodeAt(0).toString(16)}`)

/** Writes the integer amounts of a submission as numbers in another notation (R3). */
const amounts = (written: (amount: number) => string) => (text: string) =>
  text.replaceAll(
    /"(revenue|agg_limit|retention)":"?(\d+)"?(?=[,}])/g,
    (_, name: string, digits: string) => `"${name}":${written(Number(digits))}`,
  )

interface Written {
  readonly text: (usual: string) => string
  readonly headers?: Readonly<Record<string, string>>
}

/** Ways to write the same JSON value as another text, or to say that it is JSON (RFC 8259). */
const TEXTS: readonly Written[] = [
  { text: escaped },
  { text: amounts((amount) => amount.toExponential().replace('+', '')) },
  { text: amounts((amount) => amount.toExponential().toUpperCase()) },
  { text: amounts((amount) => `${amount}.0`) },
  // Many clients send this parameter, which means nothing (section 11).
  { text: (usual) => usual, headers: { 'content-type': 'application/json; charset=utf-8' } },
]

/** Checks that equal JSON values are accepted and rated alike, however they are written (1, 2.1, R3). */
export const jsonTexts: PlatformScenario = scenario<Trace>({
  id: 'submit/json-texts',
  title: 'A valid submission is accepted in any JSON notation',
  async drive(context) {
    const { api, quotes } = context
    const usual = () => api.submit(quotes.submission())
    const rates: BothForms[] = []
    for (const { text, headers } of TEXTS)
      rates.push(
        await confirmed(context, async () => {
          const body = text(JSON.stringify(quotes.submission()))
          const asString = await api.submit(undefined, { body, ...(headers && { headers }) })
          return ratesOf({ asNumber: await usual(), asString, counterpart: await usual() }, quotes)
        }),
      )
    return { answers: rates.map(({ asString }) => asString), counterpart: await usual(), rates }
  },
  claims: [
    claim(
      'valid-submissions-accepted',
      ({ answers, counterpart }) => all(answers.map((answer) => notRefusedAsInvalid(answer, counterpart))),
      'in other JSON texts',
    ),
    claim(
      'number-and-string-rate-alike',
      ({ rates }, { spec }) => all(rates.map((one) => rateAlike(one, spec))),
      'in other JSON texts',
    ),
  ],
})
