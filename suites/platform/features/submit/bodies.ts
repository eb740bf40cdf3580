import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Submission } from '../../../../generators/submission.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { allRefused } from '../../vocabulary/judge/refusals.ts'
import { NO_OBJECT, NOT_JSON, nearlyJson } from '../../vocabulary/submissions/bodies.ts'

interface Trace {
  readonly notJson: readonly Exchange[]
  readonly noObject: readonly Exchange[]
  readonly empty: Exchange
  /** JSON objects with several faults at once. */
  readonly severalFaults: readonly Exchange[]
  readonly counterpart: Exchange
}

/** Checks that bodies that are no JSON object are refused (2.1, R1). */
export const submitBodies: PlatformScenario = scenario<Trace>({
  id: 'submit/refuses-other-bodies',
  title: 'A submission that is no JSON object is refused',
  async drive({ api, quotes, spec }) {
    const send = async (bodies: readonly string[]) => {
      const answers: Exchange[] = []
      for (const body of bodies) answers.push(await api.submit(undefined, { body }))
      return answers
    }
    return {
      notJson: await send([...NOT_JSON, ...nearlyJson(quotes.submission())]),
      noObject: await send(NO_OBJECT),
      empty: await api.submit(undefined, { body: '' }),
      severalFaults: await send(
        severalFaults(quotes.submission(), spec.schema('Submission').required ?? []).map((body) =>
          JSON.stringify(body),
        ),
      ),
      counterpart: (await quotes.submit()).answer,
    }
  },
  claims: [
    claim('submit-not-json-refused', ({ notJson, counterpart }) => allRefused(notJson, counterpart)),
    claim('submit-not-an-object-refused', ({ noObject, counterpart }) => allRefused(noObject, counterpart)),
    claim('validation-errors-are-400', ({ severalFaults: sent, counterpart }) =>
      allRefused(sent, counterpart),
    ),
    claim('submit-empty-body-refused', ({ empty, counterpart }) => allRefused([empty], counterpart)),
  ],
})

/** Submissions without any field, without two or three required fields, and with a wrong type in every field. */
function severalFaults(whole: Submission, required: readonly string[]): readonly Submission[] {
  const without = (...names: readonly (string | undefined)[]) =>
    Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)))
  const [first, second] = required
  return [
    {},
    without(first, second),
    without(first, required.at(-1)),
    without(...required.slice(-3)),
    Object.fromEntries(Object.keys(whole).map((name) => [name, []])),
  ]
}
