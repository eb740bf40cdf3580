import type { Exchange } from '../../../../conformance/exchange.ts'
import { all } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { notRefusedAsInvalid } from './accepted.ts'
import { type BothForms, rateAlike, ratesOf } from './number-forms.ts'

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

/** Ways to write the same JSON value as another text (RFC 8259). */
const TEXTS: readonly ((text: string) => string)[] = [
  escaped,
  amounts((amount) => amount.toExponential().replace('+', '')),
  amounts((amount) => amount.toExponential().toUpperCase()),
  amounts((amount) => `${amount}.0`),
]

/** Checks that equal JSON values are accepted and rated alike, however they are written (1, 2.1, R3). */
export const jsonTexts: PlatformScenario = scenario<Trace>({
  id: 'submit/json-texts',
  title: 'A valid submission is taken in whatever JSON text it is written',
  async drive({ api, quotes }) {
    const answers: Exchange[] = []
    for (const written of TEXTS)
      answers.push(await api.submit(undefined, { body: written(JSON.stringify(quotes.submission())) }))
    const [counterpart, asNumber] = [
      await api.submit(quotes.submission()),
      await api.submit(quotes.submission()),
    ]
    const rates: BothForms[] = []
    for (const asString of answers) rates.push(await ratesOf({ asNumber, asString, counterpart }, quotes))
    return { answers, counterpart, rates }
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
